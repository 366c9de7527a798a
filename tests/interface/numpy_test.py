"""NumPy arrays through DLPack and through their buffers, compared with NumPy's own results.

usage: numpy_test.py SHARED_OBJECT
SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import sys
import unittest

import numpy as np

SHARED_OBJECT = sys.argv.pop()


class DLTensor(ctypes.Structure):
    """dlpack.h's DLTensor; a DLManagedTensor begins with one."""
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


library = ctypes.CDLL(SHARED_OBJECT)
library.isobit_test_unary.argtypes = [
    ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
library.isobit_sqrt_f32.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def unary(kernel, array):
    """(status, sentence, result) of a kernel on an array that is handed over as a DLPack capsule."""
    capsule = array.__dlpack__()
    tensor = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
    out = np.empty(array.shape, array.dtype)
    message = ctypes.create_string_buffer(512)
    status = library.isobit_test_unary(kernel.encode(), tensor, out.ctypes.data, message, len(message))
    return status, message.value.decode(), out


class NumPy(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(1)
        self.values = rng.uniform(-100, 100, (7, 11, 3))

    def test_exact_kernels_equal_numpy(self):
        for dtype in (np.float16, np.float32, np.float64):
            x = self.values.astype(dtype)
            for kernel, reference in (("neg", np.negative), ("abs", np.abs), ("sqr", np.square), ("floor", np.floor),
                                      ("ceil", np.ceil), ("round", np.rint)):
                status, message, out = unary(kernel, x)
                self.assertEqual(status, 0, message)
                np.testing.assert_array_equal(out, reference(x), err_msg=f"{kernel} {dtype}")
            status, message, out = unary("sqrt", np.abs(x))
            self.assertEqual(status, 0, message)
            np.testing.assert_array_equal(out, np.sqrt(np.abs(x)))

    def test_others_are_near_numpy(self):
        x = self.values.astype(np.float64)
        for kernel, reference in (("exp", np.exp), ("sin", np.sin), ("cos", np.cos), ("tanh", np.tanh)):
            status, message, out = unary(kernel, x)
            self.assertEqual(status, 0, message)
            np.testing.assert_allclose(out, reference(x), rtol=1e-14)

    def test_views_are_refused_by_their_layout(self):
        x = self.values.astype(np.float32)
        for name, view, word in (("transposed", x.T, "strided"), ("stepped", x[:, ::2], "strided"),
                                 ("reversed", x[::-1], "reversed"),
                                 ("broadcast", np.broadcast_to(x[:1].copy(), x.shape), "broadcast")):
            if not view.flags.writeable:
                view.flags.writeable = True  # NumPy exports no read-only array through DLPack.
            status, message, _ = unary("exp", view)
            self.assertNotEqual(status, 0, name)
            self.assertIn(word, message)

    def test_other_dtypes_are_refused(self):
        status, message, _ = unary("exp", np.arange(5))
        self.assertNotEqual(status, 0)
        self.assertIn("expected float", message)

    def test_shapes_without_elements_and_single_numbers(self):
        for shape in ((0,), (3, 0, 2), ()):
            status, message, out = unary("exp", np.zeros(shape))
            self.assertEqual(status, 0, message)
            np.testing.assert_array_equal(out, np.ones(shape))

    def test_typed_entry_on_the_buffer(self):
        x = np.abs(self.values).astype(np.float32)
        out = np.empty_like(x)
        self.assertEqual(library.isobit_sqrt_f32(x.ctypes.data, out.ctypes.data, x.size), 0)
        np.testing.assert_array_equal(out, np.sqrt(x))


if __name__ == "__main__":
    unittest.main(verbosity=2)

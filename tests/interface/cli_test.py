"""The command line: results, sentences and exit codes.

usage: cli_test.py PROGRAM
SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile
import unittest

import numpy as np

PROGRAM = sys.argv.pop()


def run(*arguments, **environment):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, env={**os.environ, **environment})


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def save(self, name, array):
        np.save(self.path(name), array)
        return self.path(name)

    def test_list(self):
        done = run("list")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("scalar supported", " ".join(done.stdout.split()))
        rows = [line for line in done.stdout.splitlines() if line.startswith("exp ")]
        self.assertEqual(sum("isobit-highway" in row for row in rows), 4)
        self.assertEqual(len(rows), 4 + sum("sleef-finz" in row for row in rows))
        done = run("list", "--kernel", "exp", "--dtype", "f16", ISOBIT_TARGET="scalar")
        self.assertIn("forced by ISOBIT_TARGET", done.stdout)
        self.assertEqual(run("list", "--kernel", "softmax").returncode, 2)

    def test_run_unary_keeps_dtype_shape_and_order(self):
        for dtype in (np.float16, np.float32, np.float64):
            x = np.linspace(-4, 4, 30).reshape(5, 6).astype(dtype)
            for order in "CF":
                array = np.array(x, order=order)
                done = run("run", "abs", self.save("x.npy", array), "-o", self.path("y.npy"))
                self.assertEqual(done.returncode, 0, done.stderr)
                result = np.load(self.path("y.npy"))
                self.assertEqual(result.dtype, array.dtype)
                np.testing.assert_array_equal(result, np.abs(x))

    def test_run_every_family_on_every_target(self):
        x = np.array([-2.5, -0.5, 0.5, 2.5], np.float32)
        cases = ((("add", "x.npy", "x.npy"), x + x), (("add_scalar", "x.npy", "--c", "1.5"), x + np.float32(1.5)),
                 (("mul_scalar", "x.npy", "--c", "-2"), x * np.float32(-2)),
                 (("clamp", "x.npy", "--min", "-1", "--max", "1"), np.clip(x, -1, 1)),
                 (("powi", "x.npy", "--exp", "3"), x * x * x))
        self.save("x.npy", x)
        for target in ("scalar", None):
            for arguments, expected in cases:
                words = [self.path(a) if a.endswith(".npy") else a for a in arguments]
                if target:
                    words += ["--target", target]
                done = run("run", *words, "-o", self.path("y.npy"))
                self.assertEqual(done.returncode, 0, done.stderr)
                np.testing.assert_array_equal(np.load(self.path("y.npy")), expected)

    def test_bf16_patterns(self):
        x = self.save("x.npy", np.array([0x3F80, 0xC000], np.uint16))
        self.assertEqual(run("run", "neg", x, "-o", self.path("y.npy")).returncode, 3)
        done = run("run", "neg", x, "-o", self.path("y.npy"), "--bf16")
        self.assertEqual(done.returncode, 0, done.stderr)
        np.testing.assert_array_equal(np.load(self.path("y.npy")), np.array([0xBF80, 0x4000], np.uint16))

    def test_wrong_usage_is_status_2(self):
        x = self.save("x.npy", np.ones(3))
        y = self.path("y.npy")
        for words in ((), ("frobnicate",), ("run",), ("run", "exp", x), ("run", "exp", x, "-o"), ("run", "clamp", x, "-o", y),
                      ("run", "powi", x, "-o", y, "--exp", "1.5"), ("run", "powi", x, "-o", y, "--exp", "4294967296"),
                      ("run", "add_scalar", x, "-o", y, "--c", "one"), ("run", "exp", x, "-o", y, "--speed", "9"),
                      ("list", "everything"), ("verify", "--nonsense")):
            done = run(*words)
            self.assertEqual(done.returncode, 2, (words, done.stdout, done.stderr))
            self.assertTrue(done.stderr)
        self.assertFalse(os.path.exists(y))

    def test_refusals_are_status_3_with_a_sentence(self):
        x = self.save("x.npy", np.ones(3))
        for words, sentence in (((("exp"), self.path("none.npy")), "cannot be opened"), (("softmax", x), "softmax"),
                                (("add", x), "expected 2"),
                                (("add", x, self.save("z.npy", np.ones(4))), "expected equal shapes"),
                                (("add", x, self.save("w.npy", np.ones(3, np.float32))), "expected f64"),
                                (("exp", x, "--target", "z80"), "z80"),
                                (("clamp", x, "--min", "2", "--max", "1"), "min <= max"),
                                (("exp", self.save("i.npy", np.arange(3))), "dtype")):
            done = run("run", *words, "-o", self.path("y.npy"))
            self.assertEqual(done.returncode, 3, (words, done.stderr))
            self.assertIn(sentence, done.stderr)
        self.assertEqual(run("run", "exp", x, "-o", self.path("no/such/folder.npy")).returncode, 3)

    def test_verify(self):
        done = run("verify", "--kernel", "add", "--dtype", "f32")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        wrong = self.path("golden.tsv")
        with open(wrong, "w") as file:
            file.write("isobit_add_f32\t0123456789abcdef\n")
        done = run("verify", "--kernel", "add", "--dtype", "f32", "--golden", wrong)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)

#!/usr/bin/env python3
"""Counts the f16 and bf16 results that a polynomial of sin's and cos's HalfNear misrounds, and looks for one that has none.

  trig_half.py           checks the coefficients in use
  trig_half.py search    tries neighbours of the best polynomial (trig.sollya) until no result is wrong
"""
# SPDX-License-Identifier: Apache-2.0
import sys

import numpy as np
from mpmath import mp, mpf

mp.prec = 120
BEST = [float.fromhex(c) for c in ("-0x1.55554cp-3", "0x1.110ecep-7", "-0x1.9f6cf2p-13", "0x1.5d7b58p-19")]
IN_USE = {
    "sin": BEST,
    "cos": [float.fromhex(c) for c in ("-0x1.555558p-3", "0x1.110f4p-7", "-0x1.9f694ap-13", "0x1.5d6876p-19")],
}
INVERSE, PART1, PART2, SHIFT = (np.float32(float.fromhex(c)) for c in
                                ("0x1.45f306p-2", "0x1.921fb4p+1", "0x1.4442d2p-23", "0x1.8p23"))


def fma(a, b, c):
    """a * b + c in f32; the product is exact in f64, and a second rounding that matters has not been seen."""
    return (a.astype(np.float64) * np.float64(b) + np.float64(c)).astype(np.float32)


def near(name, x, q):
    if name == "sin":
        shifted = fma(x, INVERSE, SHIFT)
        n = shifted - SHIFT
        r = fma(-n, PART2, fma(-n, PART1, x))
    else:
        shifted = fma(x, INVERSE, np.float32(-0.5)) + SHIFT
        n = (shifted - SHIFT) + np.float32(0.5)
        r = fma(n, PART2, fma(n, PART1, -x))
    z = r * r
    q = [np.float32(c) for c in q]
    p = fma(fma(fma(np.full_like(z, q[3]), z, q[2]), z, q[1]), z, q[0])
    bits = fma(r * z, p, r).view(np.uint32) | 1
    return (bits ^ (shifted.view(np.uint32) << 31)).view(np.float32)


def narrow(y, f16):
    if f16:
        return y.astype(np.float16).view(np.uint16)
    bits = y.view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def inputs(f16):
    patterns = np.arange(1, 0x7C00 if f16 else 0x4980, dtype=np.uint16)
    if f16:
        return patterns.view(np.float16).astype(np.float32)
    return (patterns.astype(np.uint32) << 16).view(np.float32)


def correct(name, x, f16):
    """The bits of the correctly rounded results: f32 first, moved off the middle between two half numbers."""
    out = np.empty(len(x), np.float32)
    for i, v in enumerate(x):
        y = getattr(mp, name)(mpf(float(v)))
        f = np.float32(float(y))
        if f.view(np.uint32) & 0x0FFF == 0 and y != mpf(float(f)):
            f = np.nextafter(f, np.float32(np.inf if y > mpf(float(f)) else -np.inf), dtype=np.float32)
        out[i] = f
    return narrow(out, f16)


def main():
    random = np.random.default_rng(1)
    for name in ("sin", "cos"):
        cases = [(f16, inputs(f16)) for f16 in (True, False)]
        cases = [(f16, x, correct(name, x, f16)) for f16, x in cases]

        def misrounded(q):
            return sum(int((narrow(near(name, x, q), f16) != want).sum()) for f16, x, want in cases)

        q = IN_USE[name]
        if sys.argv[1:] == ["search"]:
            q = BEST
            while misrounded(q) != 0:
                ulps = [int(random.integers(-w, w + 1)) for w in (6, 60, 600, 6000)]
                q = [float((np.float32(c).view(np.uint32) + np.uint32(u % 2**32)).view(np.float32))
                     for c, u in zip(BEST, ulps)]
        print(name, "misrounded:", misrounded(q), " ".join(float(c).hex() for c in q))


main()

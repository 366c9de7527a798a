#!/usr/bin/env python3
"""The constants of gelu's exponent -2u = x (c1 + c3 x^2), c1 = -2 c and c3 = -2 c k with c = T(sqrt(2/pi)) and
k = T(0.044715) rounded to T first, for each dtype T: c1 and c3 in two words, the high one of c1 short enough that its
difference from c1 + c3 x^2 is exact for every x that matters (see kernels/gelu.h).
Run: python3 gelu.py (needs mpmath)
SPDX-License-Identifier: Apache-2.0"""
from mpmath import mp, mpf, sqrt, pi, nint

mp.prec = 300


def rounded(v, digits):
    """v rounded to nearest with that many significant bits (no tie occurs here)."""
    v = mpf(v)
    scale = mpf(2) ** (digits - 1 - int(mp.floor(mp.log(abs(v), 2))))
    return nint(v * scale) / scale


def show(name, v):
    print(f"  {name} {float(v).hex()}" if v == mpf(float(v)) else f"  {name} NOT A DOUBLE")


for name, digits, short, words in (("f32", 24, 20, 24), ("f64", 53, 48, 53), ("f16", 11, 11, 24), ("bf16", 8, 8, 24)):
    c, k = rounded(sqrt(2 / pi), digits), rounded(mpf("0.044715"), digits)
    c1, c3 = -2 * c, -2 * c * k
    high1, high3 = rounded(c1, short), rounded(c3, words)
    print(name)
    show("c1 high", high1)
    show("c1 low ", c1 - high1)
    show("c3 high", high3)
    show("c3 low ", rounded(c3 - high3, words) if c3 != high3 else mpf(0))

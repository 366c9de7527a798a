#!/usr/bin/env python3
"""Constants of the rsqrt kernel's first approximation.

The bits of x, halved and taken from a constant, are those of a first y0 ~ 1/sqrt(x): both its exponent and its
significand come out right to a few per cent, as a piecewise linear function of the significand. Its scale may be
anything, since the step that follows, y1 / 2 = y0 Q(x y0^2), takes it back; so the constant is the one with the smallest
ratio of the largest to the smallest y0 sqrt(x). Q(s) ~ 1 / (2 sqrt(s)) has degree 3 and the same coefficients for f32 and
f64. Needs python3-mpmath and sollya.
"""
import math
import subprocess
from mpmath import mp, mpf, nstr


def value(bits):
    return math.ldexp(1 + (bits & 0x7FFFFF) / 2**23, (bits >> 23) - 127)


# [1, 4): significands with exponents of both parities.
SAMPLES = [(bits, math.sqrt(value(bits))) for bits in range(0x3F800000, 0x40800000, 0x2000)]


def spread(magic):
    y = [value(magic - (bits >> 1)) * root for bits, root in SAMPLES]
    return min(y), max(y)


def ratio(magic):
    least, largest = spread(magic)
    return largest / least


best = min(range(0x5F000000, 0x5F800000, 0x20000), key=ratio)
for step in (0x2000, 0x200, 0x20, 2):
    best = min(range(best - 16 * step, best + 17 * step, step), key=ratio)
least, largest = spread(best)
print("f32 constant 0x%08X, f64 constant 0x%016X" % (best, ((best + (1023 - 127) * 3 * 2**22) << 29)))
print("y0 sqrt(x) in [%.6f, %.6f]" % (least, largest))
mp.dps = 30
domain = "[%s; %s]" % (nstr(mpf(least) ** 2 * (1 - mpf("1e-6")), 20), nstr(mpf(largest) ** 2 * (1 + mpf("1e-6")), 20))
script = """prec = 200!; display = hexadecimal!;
f = 1 / sqrt(x); d = %s;
p = fpminimax(f, 3, [|SG...|], d, relative) / 2;
coeff(p, 0); coeff(p, 1); coeff(p, 2); coeff(p, 3);
display = decimal!; dirtyinfnorm(2 * p / f - 1, d);
""" % domain
print(subprocess.run(["sollya", "--warnonstderr"], input=script, capture_output=True, text=True).stdout)

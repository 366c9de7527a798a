# The logarithm's polynomials and constants. Run: python3 log_poly.py
# SPDX-License-Identifier: Apache-2.0
from mpmath import mpf, log, log1p, sqrt, atanh
from minimax import fit, rounded

lo, hi = sqrt(mpf(1) / 2) - 1 - mpf(2) ** -20, sqrt(mpf(2)) - 1 + mpf(2) ** -20
for degree in (7, 8):
    print("f32: log(1+f) = f + f^2 P(f), P of degree", degree)
    fit(lambda x: (log1p(x) - x) / x**2, lambda x: x**2 / log1p(x), lo, hi, list(range(degree + 1)), [24] * (degree + 1))
# f64 splits the numbers at 0.6953125 and twice that instead: the errors at both ends are then alike.
low = mpf(0.6953125) - 1
top = (low / (2 + low)) ** 2 * (1 + mpf(2) ** -30)
for terms in (6, 7):
    print("f64: 2 atanh(s) = 2 s + s * z * R(z), z = s^2, terms in R:", terms)
    fit(lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z, lambda z: z * sqrt(z) / (2 * atanh(sqrt(z))), mpf(2) ** -60, top,
        list(range(terms)), [53] * terms)
h = rounded(log(mpf(2)), 15)
print("ln2 f32:", float(h).hex(), float(rounded(log(mpf(2)) - h, 24)).hex())
h = rounded(log(mpf(2)), 41)
print("ln2 f64:", float(h).hex(), float(rounded(log(mpf(2)) - h, 53)).hex())

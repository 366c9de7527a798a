# The polynomials of the f32 power, evaluated in f64. Run: python3 pow_f32_poly.py
# SPDX-License-Identifier: Apache-2.0
from mpmath import mpf, log, sqrt, atanh, expm1
from minimax import fit

ln2 = log(mpf(2))
top = ((mpf(0.6953125) - 1) / (mpf(0.6953125) + 1)) ** 2 * (1 + mpf(2) ** -30)
for terms in (5, 6):
    print("log2(m) = s * Q(z), s = (m - 1) / (m + 1), z = s^2, terms in Q:", terms)
    log2_by_s = lambda z: 2 * atanh(sqrt(z)) / sqrt(z) / ln2
    fit(log2_by_s, lambda z: 1 / log2_by_s(z), mpf(2) ** -58, top, list(range(terms)), [53] * terms)
half = mpf(1) / 2 + mpf(2) ** -40
for degree in (6, 7):
    print("2^f = 1 + f * P(f), degree of the whole:", degree)
    fit(lambda x: expm1(x * ln2) / x, lambda x: x / mpf(2) ** x, -half, half, list(range(degree)), [53] * degree)

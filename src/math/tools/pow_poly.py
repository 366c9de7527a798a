# The power's half logarithm: polynomials and table. Run: python3 pow_poly.py
# SPDX-License-Identifier: Apache-2.0
from mpmath import mpf, log, atanh, sqrt, mp
from minimax import fit, rounded

# s = (m - c) / (m + c) for m in [31/32, 31/16) and c the nearest multiple of 1/8, z = s^2: largest where c = 1, m = 17/16.
top = (mpf(1) / 33) ** 2 * (1 + mpf(2) ** -20)
p = lambda z: (atanh(sqrt(z)) / sqrt(z) - 1) / z
for bits, terms in ((24, 1), (24, 2), (24, 3), (53, 5), (53, 6), (53, 7)):
    print("atanh(s) = s + s z P(z), %d-bit coefficients, terms in P: %d" % (bits, terms))
    fit(p, lambda z: z, mpf(2) ** -58, top, list(range(terms)), [bits] * terms)
for name, quantum, bits in (("f32", 16, 24), ("f64", 42, 53)):
    def split(v):
        high = mp.nint(mp.ldexp(v, quantum)) / mpf(2) ** quantum
        return float(high).hex(), float(rounded(v - high, bits)).hex()
    print(name, "ln2 / 2:", split(log(mpf(2)) / 2))
    for i in range(8):
        print("  ln(1 + %d/8) / 2:" % i, *split(log(1 + mpf(i) / 8) / 2))

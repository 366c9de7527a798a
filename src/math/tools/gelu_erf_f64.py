#!/usr/bin/env python3
"""Tables of the f64 gelu_erf kernel: T(a) = a exp(a^2/2) Phi(-a) on the four intervals whose edges are
0, (2 - c)/b, (8 - c)/b, (32 - c)/b, 38.61 with b = 3.2, c = 0.5. With a centre m in each and z = (a - m) / (a + 3), T(a) ~
T(m) + (a - m) P(z); interval 0 has T(a) ~ a/2 + a P(z) and m = 0. In the kernel, all but the centres carry a factor
of 2^64.

The centre is a double at which T is within about 2^-64 of a double, so T(m) needs one word; that of interval 1 has
T(m) < lo / 2, by which the kernel knows interval 0. Column j of the tables holds interval (j + 1) mod 4, for a double in
[2, 8) has the exponent field 1024 or 1025, half of which is 0 mod 4.
P is fitted by least squares of the relative error over Chebyshev nodes; its coefficients are rounded to double one after the
other, lowest first, and the rest fitted again each time. The error printed is that of the rounded polynomial.
Argument: the number of coefficients (16). Needs python3-mpmath.
"""
import sys
from mpmath import mp, mpf, cos, erfc, exp, log, lu_solve, matrix, nstr, pi, sqrt

mp.dps = 60
B = mpf("3.2")
C = mpf("0.5")
K = mpf(3)
N = int(sys.argv[1]) if len(sys.argv) > 1 else 16
EDGES = [mpf(0), (2 - C) / B, (8 - C) / B, (32 - C) / B, mpf("38.61")]
CENTRES = [mpf(0), mpf("0.74"), mpf("4.2"), mpf("15.5")]


def R(a):
    return exp(a * a / 2) * erfc(a / sqrt(mpf(2))) / 2


def T(a):
    return a * R(a)


def centre(i):
    best = None
    for j in range(-300, 301):
        m = mpf(float(CENTRES[i] + j * mpf("1e-6")))
        v = T(m)
        err = abs(v - mpf(float(v)))
        if best is None or err < best[0]:
            best = (err, m, mpf(float(v)))
    return best


def fit(i, m, c0):
    lo, hi = ((edge - m) / (edge + K) for edge in EDGES[i:i + 2])

    def a_of(z):
        return (m + K * z) / (1 - z)

    def P(z):
        a = a_of(z)
        return R(a) - mpf(1) / 2 if i == 0 else (T(a) - c0) / (a - m)

    nodes = [(lo + hi) / 2 + (hi - lo) / 2 * cos(pi * (2 * k + 1) / (6 * N)) for k in range(3 * N)]
    values = [P(z) for z in nodes]
    weights = [(a_of(z) - m) / T(a_of(z)) for z in nodes]
    coefficients = []
    for n in range(N):
        rows = matrix([[w * z**k for k in range(n, N)] for z, w in zip(nodes, weights)])
        rest = matrix([w * (v - sum(c * z**k for k, c in enumerate(coefficients)))
                       for z, v, w in zip(nodes, values, weights)])
        coefficients.append(mpf(float(lu_solve(rows, rest)[0])))
    worst = mpf(0)
    for k in range(1, 1000):
        z = lo + (hi - lo) * k / 1000
        a = a_of(z)
        base = a / 2 if i == 0 else c0
        worst = max(worst, abs((base + (a - m) * sum(c * z**n for n, c in enumerate(coefficients))) / T(a) - 1))
    return coefficients, log(worst) / log(2)


if __name__ == "__main__":
    columns = []
    for i in range(4):
        err, m, c0 = (mpf(0), mpf(0), mpf(1)) if i == 0 else centre(i)
        coefficients, worst = fit(i, m, c0)
        columns.append([float(v).hex() for v in [m, c0] + coefficients])
        print("// %d: m %s, T(m) off by %s, log2 of the relative error of T %s" % (i, nstr(m, 8), nstr(err, 3), nstr(worst, 5)))
    columns = columns[1:] + columns[:1]
    for row in range(N + 2):
        print("row " + " ".join(column[row] for column in columns))

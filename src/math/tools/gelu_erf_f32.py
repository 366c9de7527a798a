#!/usr/bin/env python3
"""Tables of the f32 gelu_erf kernel (there with a factor of 2^64, the centres aside).

T(a) = a exp(a^2/2) Phi(-a) on eight intervals: interval k holds the a with 2^k <= a^2 + 5/2 a + 1 < 2^(k+1). Each has a
centre m and a polynomial P of degree 6 such that T(m + t) ~ T(m) + t P(t); interval 0 has T(a) ~ a/2 + a P(a).
The centre is a float at which T is within about 2^-36 of a float, so T(m) needs one word. A column of the tables holds
interval (column + 1) mod 8, for the exponent field of a float in [2^k, 2^(k+1)) is k + 127.

The polynomials are Sollya's fpminimax with float coefficients and absolute error (interval 0: of P). Needs
python3-mpmath and sollya.
"""
import struct
import subprocess
from mpmath import mp, mpf, erfc, exp, sqrt

mp.dps = 40
DEGREE = 7
END = mpf("14.45")


def f32(x):
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def T(a):
    return a * exp(a * a / 2) * erfc(a / sqrt(mpf(2))) / 2


def edge(k):
    return -mpf(5) / 4 + sqrt(mpf(25) / 16 + 2**k - 1)


def centre(lo, hi):
    """The float m near the middle at which T is nearest to a float."""
    middle = mpf("0.485") if hi < 1 else (lo + hi) / 2  # There T(m) < lo / 2, by which the kernel knows interval 0.
    bits = struct.unpack("I", struct.pack("f", float(middle)))[0]
    best = None
    for d in range(-3000, 3001):
        m = mpf(struct.unpack("f", struct.pack("I", bits + 7 * d))[0])
        v = T(m)
        err = abs(v - f32(v))
        if best is None or err < best[0]:
            best = (err, m, f32(v))
    return best


def sollya(script):
    out = subprocess.run(["sollya"], input="prec = 200!; display = hexadecimal!;\n" + script, capture_output=True,
                         text=True).stdout
    return [line.strip() for line in out.strip().splitlines()]


def fit(k, m, c0, lo, hi):
    terms = range(1, DEGREE + 1)
    a = mp.nstr(m, 30)
    t = "(%s + x) * exp((%s + x)^2 / 2) * erfc((%s + x) / sqrt(2)) / 2" % (a, a, a)
    if k == 0:
        script = "f = exp(x^2 / 2) * erfc(x / sqrt(2)) / 2 - 1/2; d = [0; %s];\n" % mp.nstr(hi, 20)
        script += "p = fpminimax(f, %d, [|SG...|], d, floating, absolute);\n" % (DEGREE - 1)
        script += "".join("coeff(p, %d);\n" % (j - 1) for j in terms)
        script += "display = decimal!; dirtyinfnorm((p - f) / (f + 1/2), d);\n"
    else:
        script = "T = %s; f = T - %s; d = [%s; %s];\n" % (t, mp.nstr(c0, 30), mp.nstr(lo - m, 20), mp.nstr(hi - m, 20))
        script += "p = fpminimax(f, [|%s|], [|SG...|], d, floating, absolute);\n" % ",".join(map(str, terms))
        script += "".join("coeff(p, %d);\n" % j for j in terms)
        script += "display = decimal!; dirtyinfnorm((p - f) / T, d);\n"
    return sollya(script)


if __name__ == "__main__":
    columns = []
    for k in range(8):
        lo, hi = edge(k) - mpf("1e-5"), min(edge(k + 1), END) + mpf("1e-5")
        err, m, c0 = (mpf(0), mpf(0), mpf(1)) if k == 0 else centre(lo, hi)
        out = fit(k, m, c0, lo, hi)
        columns.append([float(m).hex(), float(c0).hex()] + out[:DEGREE])
        print("// %d: [%s, %s], T(m) off by %s, relative error of T %s" % (
            k, mp.nstr(lo, 6), mp.nstr(hi, 6), mp.nstr(err, 3), out[DEGREE]))
    columns = columns[1:] + columns[:1]
    for row in range(DEGREE + 2):
        print("row " + " ".join(column[row] for column in columns))

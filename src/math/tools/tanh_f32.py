#!/usr/bin/env python3
"""Tables of the f32 tanh kernel.

Eight intervals of a = |x|: interval k holds the a with 2^k <= C a^2 + B a + 1 < 2^(k+1). Each has a centre m and a
polynomial P such that tanh(m + t) ~ tanh(m) + t P(t); interval 0 has tanh(a) ~ a + a P(a). The centre is a float at
which tanh is within about 2^-36 of a float, so tanh(m) needs one word. A column of the tables holds interval
(column + 1) mod 8, for the exponent field of a float in [2^k, 2^(k+1)) is k + 127.

The polynomials are Sollya's fpminimax with float coefficients and absolute error (interval 0: of P). Needs
python3-mpmath and sollya.
"""
import struct
import subprocess
import sys
from mpmath import mp, mpf, sqrt, tanh

mp.dps = 40
TERMS = 7  # P has this many coefficients.
B, C = mpf("1.8125"), mpf("2.875")
END = mpf("9.02")
PLACE = mpf("0.45")  # Where in its interval a centre lies.


def f32(x):
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def edge(k):
    return (-B + sqrt(B * B + 4 * C * (2**k - 1))) / (2 * C)


def centre(k, lo, hi):
    """The float m near the place at which tanh is nearest to a float."""
    bits = struct.unpack("I", struct.pack("f", float(lo + PLACE * (hi - lo))))[0]
    best = None
    stride = 40 if k == 7 else 7  # tanh is flat there: candidates must lie further apart.
    for d in range(-3000, 3001):
        m = mpf(struct.unpack("f", struct.pack("I", bits + stride * d))[0])
        v = tanh(m)
        err = abs(v - f32(v))
        if best is None or err < best[0]:
            best = (err, m, f32(v))
    return best


def sollya(script):
    out = subprocess.run(["sollya", "--warnonstderr"], input="prec = 200!; display = hexadecimal!;\n" + script,
                         capture_output=True, text=True).stdout
    return [line.strip() for line in out.strip().splitlines()]


def fit(k, m, c0, lo, hi):
    if k == 0:
        f, domain, error = "tanh(x) / x - 1", "[1b-30; %s]" % mp.nstr(hi, 20), "(p - f) / (f + 1)"
    else:
        f = "tanh(%s + x) - %s" % (mp.nstr(m, 30), mp.nstr(c0, 30))
        domain = "[%s; %s]" % (mp.nstr(lo - m, 20), mp.nstr(hi - m, 20))
        error = "(p - f) / tanh(%s + x)" % mp.nstr(m, 30)
    terms = [j - (k == 0) for j in range(1, TERMS + 1)]
    script = "f = %s; d = %s;\n" % (f, domain)
    script += "p = fpminimax(f, [|%s|], [|SG...|], d, floating, absolute);\n" % ",".join(map(str, terms))
    script += "".join("coeff(p, %d);\n" % j for j in terms)
    script += "display = decimal!; dirtyinfnorm(%s, d);\n" % error
    out = sollya(script)
    if k == 7:
        # One unit less than the best: with it, the results of the whole interval are monotonic.
        bits = struct.unpack("I", struct.pack("f", float.fromhex(out[0])))[0]
        out[0] = float(struct.unpack("f", struct.pack("I", bits - 1))[0]).hex()
    return out


if __name__ == "__main__":
    columns = []
    for k in range(8):
        lo, hi = edge(k) - mpf("1e-5"), min(edge(k + 1), END) + mpf("1e-5")
        err, m, c0 = (mpf(0), mpf(0), mpf(0)) if k == 0 else centre(k, lo, hi)
        out = fit(k, m, c0, lo, hi)
        columns.append([float(m).hex(), float(c0).hex()] + out[:TERMS])
        print("// %d: [%s, %s], m %s, tanh(m) off by %s, relative error of tanh %s" % (
            k, mp.nstr(lo, 6), mp.nstr(hi, 6), mp.nstr(m, 6), mp.nstr(err, 3), out[TERMS]))
    columns = columns[1:] + columns[:1]
    for row in range(TERMS + 2):
        values = (column[row] for column in columns)
        print("{" + ", ".join(v.replace("0x1.p", "0x1p").replace("0x0.0p+0", "0x0p+0") + "f" for v in values) + "},")

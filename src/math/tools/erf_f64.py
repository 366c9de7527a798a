#!/usr/bin/env python3
"""Tables of the f64 erf kernel: four intervals with the edges 0, w/2, 3w/2, 5w/2, 5.93 for w = 1.4, each with a centre
m and a polynomial P of degree 19 such that erf(m + t) ~ erf(m) + t P(t); interval 0 has erf(x) ~ x + x P(x). P(0) has two
words.

The centre is a double at which erf is within about 2^-64 of a double (so erf(m) needs one word). The polynomials are
Sollya's fpminimax with double coefficients and absolute error. Needs python3-mpmath and sollya.
"""
import subprocess
import sys
from mpmath import mp, mpf, erf

mp.dps = 60
W = mpf(sys.argv[1]) if len(sys.argv) > 1 else mpf("1.4")
DEGREE = int(sys.argv[2]) if len(sys.argv) > 2 else 20
FIRST_CENTRE = mpf(sys.argv[3]) if len(sys.argv) > 3 else mpf("1.2")
EDGES = [mpf(0), W / 2, 3 * W / 2, 5 * W / 2, mpf("5.93")]


def centre(i):
    """A double m at which erf is nearest to a double: near the middle of the interval, but in interval 1 nearer to the lower
    end, where erf is curved and the terms behind the linear one must stay small."""
    middle = FIRST_CENTRE if i == 1 else (EDGES[i] + EDGES[i + 1]) / 2
    best = None
    for j in range(-3000, 3001):
        m = mpf(float(middle + j * mpf("1e-6")))
        v = erf(m)
        err = abs(v - mpf(float(v)))
        if best is None or err < best[0]:
            best = (err, m, mpf(float(v)))
    return best


def sollya(script):
    out = subprocess.run(["sollya"], input="prec = 300!; display = hexadecimal!;\n" + script, capture_output=True,
                         text=True).stdout
    return [line.strip() for line in out.strip().splitlines()]


def fit(i, m, c0):
    lo, hi = EDGES[i] - m - mpf("1e-9"), EDGES[i + 1] - m + mpf("1e-9")
    if i == 0:
        script = "f = erf(x) / x - 1; d = [1b-40; %s];\n" % mp.nstr(hi, 30)
        script += "p = fpminimax(f, %d, [|DD,D...|], d, floating, absolute);\n" % (DEGREE - 1)
        script += "q = p;\n"
    else:
        script = "f = erf(%s + x) - %s; d = [%s; %s];\n" % (mp.nstr(m, 50), mp.nstr(c0, 50), mp.nstr(lo, 30), mp.nstr(hi, 30))
        script += "p = fpminimax(f, [|%s|], [|DD,D...|], d, floating, absolute);\n" % ",".join(map(str, range(1, DEGREE + 1)))
        script += "q = horner(p / x);\n"
    script += "double(coeff(q, 0)); double(coeff(q, 0) - double(coeff(q, 0)));\n"
    script += "for i from 1 to %d do coeff(q, i);\n" % (DEGREE - 1)
    script += "display = decimal!; round(log2(dirtyinfnorm(p - f, d)), 24, RN);\n"
    return sollya(script)


if __name__ == "__main__":
    columns = []
    for i in range(4):
        err, m, c0 = (mpf(0), mpf(0), mpf(0)) if i == 0 else centre(i)
        out = fit(i, m, c0)
        columns.append([float(m).hex(), float(c0).hex()] + out[:DEGREE + 1])
        print("// %d: m %s, erf(m) off by %s, log2 of the polynomial's error %s" % (
            i, mp.nstr(m, 8), mp.nstr(err, 3), out[DEGREE + 1]), flush=True)
    for row in range(DEGREE + 3):
        print("row " + " ".join(column[row] for column in columns))

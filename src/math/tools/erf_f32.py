#!/usr/bin/env python3
"""Tables of the f32 erf kernel: eight intervals [(i - 1/2) w, (i + 1/2) w] with w = 67/128, each with a centre m and
a polynomial P of degree 6 such that erf(m + t) ~ erf(m) + t P(t); interval 0 has erf(x) ~ x + x P(x).

The centre is a float next to i w at which erf is within about 2^-36 of a float (so erf(m) needs one word). The
polynomials are Sollya's fpminimax with float coefficients and absolute error. Needs python3-mpmath and sollya.
"""
import struct
import subprocess
from mpmath import mp, mpf, erf

mp.dps = 40
W = mpf(67) / 128
DEGREE = 7


def f32(x):
    """x rounded to a float, as an exact mpf."""
    return mpf(struct.unpack("f", struct.pack("f", float(x)))[0])


def centre(i):
    """The float m near i w whose erf(m) is nearest to a float, relative to the result's spacing."""
    bits = struct.unpack("I", struct.pack("f", float(i * W)))[0]
    best = None
    stride = 40 if i == 7 else 1  # erf is flat there: candidates must lie further apart
    for d in range(-4000 * stride, 4001 * stride, stride):
        m = mpf(struct.unpack("f", struct.pack("I", bits + d))[0])
        e = erf(m)
        err = abs(e - f32(e))
        if best is None or err < best[0]:
            best = (err, m, f32(e))
    return best


def sollya(script):
    out = subprocess.run(["sollya", "--warnonstderr"], input=script, capture_output=True, text=True).stdout
    return [line.strip() for line in out.strip().splitlines()]


def fit(i, m, c0):
    if i == 0:
        f, dom, lo = "erf(x) - x", "[1b-30; %s]" % mp.nstr(W / 2 + mpf("1e-6"), 20), mpf(0)
    else:
        h = W / 2 + mpf("1e-6")
        f = "erf(%s + x) - %s" % (mp.nstr(m, 30), mp.nstr(c0, 30))
        dom = "[%s; %s]" % (mp.nstr(i * W - h - m, 20), mp.nstr(i * W + h - m, 20))
    weight = ", relative" if i == 0 else ", absolute"
    terms = list(range(1, DEGREE + 1))
    script = "prec = 200!; display = hexadecimal!; f = %s; d = %s;\n" % (f, dom)
    script += "p = fpminimax(f, %s, [|SG...|], d, floating%s);\n" % ("[|" + ",".join(map(str, terms)) + "|]", weight)
    for k in terms:
        script += "coeff(p, %d);\n" % k
    script += "display = decimal!; dirtyinfnorm(%s, d);\n" % ("(p - f) / erf(x)" if i == 0 else "p - f")
    return sollya(script)


if __name__ == "__main__":
    rows = []
    for i in range(8):
        err, m, c0 = (mpf(0), mpf(0), mpf(0)) if i == 0 else centre(i)
        out = fit(i, m, c0)
        rows.append((m, c0, out[:DEGREE], out[DEGREE], err))
        print("// %d: m %s, erf(m) off by %s, polynomial off by %s" % (i, mp.nstr(m, 10), mp.nstr(err, 3), out[DEGREE]))

    def table(name, values):
        print("alignas(64) static constexpr float %s[8] = {%s};" % (name, ", ".join(values)))

    def hexf(v):
        v = v if isinstance(v, str) else float(v).hex()
        v = v.replace("0x1.p", "0x1p").replace("0x0.0p+0", "0x0p+0")
        return v + "f"

    table("kCentre", [hexf(r[0]) for r in rows])
    table("kC0", [hexf(r[1]) for r in rows])
    for k in range(DEGREE):
        table("kC%d" % (k + 1), [hexf(r[2][k]) for r in rows])

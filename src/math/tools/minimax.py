# Minimax polynomials whose coefficients are numbers of f32 or f64: a Remez exchange on a dense grid in high precision.
# The coefficients are rounded one at a time, lowest power first, and the later ones changed to make up for it, by least
# squares. Imported by the *_poly.py scripts here.
# SPDX-License-Identifier: Apache-2.0
from mpmath import mp, mpf, matrix, lu_solve, cos, pi, log

mp.prec = 160


def rounded(value, bits):
    """value rounded to nearest with the given number of significant bits."""
    if value == 0:
        return mpf(0)
    mantissa, exponent = mp.frexp(value)
    return mp.ldexp(mp.nint(mp.ldexp(mantissa, bits)), exponent - bits)


def grid(lo, hi, count):
    return [lo + (hi - lo) * (1 - cos(pi * i / (count - 1))) / 2 for i in range(count)]


def remez(points, target, weight, powers):
    """Coefficients c minimising max |weight * (target - sum c_k x^powers_k)| over the points, and that maximum."""
    n = len(powers)
    basis = [[x**k for k in powers] for x in points]
    picks = [round((len(points) - 1) * (1 - float(cos(pi * (i + mpf(1) / 2) / (n + 1)))) / 2) for i in range(n + 1)]
    for _ in range(40):
        a = matrix(n + 1, n + 1)
        b = matrix(n + 1, 1)
        for row, p in enumerate(picks):
            for col in range(n):
                a[row, col] = weight[p] * basis[p][col]
            a[row, n] = (-1) ** row
            b[row] = weight[p] * target[p]
        c = lu_solve(a, b)
        err = [w * (t - sum(ck * bk for ck, bk in zip(c, row))) for w, t, row in zip(weight, target, basis)]
        # One extremum of each run of equal sign; then the best n + 1 neighbours.
        runs = []
        for i, e in enumerate(err):
            if runs and (err[runs[-1]] > 0) == (e > 0):
                if abs(e) > abs(err[runs[-1]]):
                    runs[-1] = i
            else:
                runs.append(i)
        while len(runs) > n + 1:
            runs.pop(0 if abs(err[runs[0]]) < abs(err[runs[-1]]) else -1)
        if len(runs) < n + 1 or runs == picks:
            break
        picks = runs
    return [c[i] for i in range(n)], max(abs(e) for e in err)


def least_squares(points, target, weight, powers):
    """Coefficients of the weighted least-squares fit over the points."""
    n = len(powers)
    rows = [[w * x**k for k in powers] for x, w in zip(points, weight)]
    a = matrix(n, n)
    b = matrix(n, 1)
    for i in range(n):
        for j in range(i, n):
            a[i, j] = a[j, i] = sum(r[i] * r[j] for r in rows)
        b[i] = sum(r[i] * w * t for r, w, t in zip(rows, weight, target))
    c = lu_solve(a, b)
    return [c[i] for i in range(n)]


def fit(f, weight, lo, hi, powers, bits, count=400):
    """Prints and returns the polynomial and its error; bits gives each coefficient's precision (above 53: two words)."""
    points = [x for x in grid(mpf(lo), mpf(hi), count) if abs(x) > mpf(2) ** -60]
    target = [f(x) for x in points]
    weights = [abs(weight(x)) for x in points]
    c, ideal = remez(points, target, weights, powers)
    for i, (k, b) in enumerate(zip(powers, bits)):
        exact = c[i]
        c[i] = rounded(exact, b) if b <= 53 else rounded(exact, 53) + rounded(exact - rounded(exact, 53), 53)
        if powers[i + 1 :]:
            change = least_squares(points, [(exact - c[i]) * x**k for x in points], weights, powers[i + 1 :])
            c[i + 1 :] = [old + more for old, more in zip(c[i + 1 :], change)]
    worst = max(abs(w * (t - sum(ck * x**k for ck, k in zip(c, powers)))) for x, t, w in zip(points, target, weights))
    print("powers %s on [%.6f, %.6f]: ideal 2^%.2f, rounded 2^%.2f" % (powers, lo, hi, log(ideal, 2), log(worst, 2)))
    for ck, k, b in zip(c, powers, bits):
        high = rounded(ck, min(b, 53))
        print("  x^%-2d %s" % (k, float(high).hex()), "" if b <= 53 else "+ %s" % float(ck - high).hex())
    return dict(zip(powers, c)), worst

#!/usr/bin/env python3
"""Prints src/math/trig_tables.h: the constants that reduce sin's and cos's arguments, from mpmath's pi.

Not run by the build: trig_constants.py > src/math/trig_tables.h
"""
# SPDX-License-Identifier: Apache-2.0
from mpmath import mp, mpf, floor, frexp, ldexp, nint

mp.prec = 2600


def rounded(x, bits, down=False):
    """x to so many significant bits, to nearest or towards zero."""
    if x == 0:
        return mpf(0)
    _, e = frexp(x)
    scaled = ldexp(x, bits - e)
    return ldexp(floor(scaled) if down else nint(scaled), e - bits)


def hexf(x):
    if x == 0:
        return "0.0"
    m, e = frexp(x)
    digits = int(ldexp(abs(m), 53))
    assert ldexp(mpf(digits), e - 53) == abs(x)
    sign = "-" if x < 0 else ""
    body = f"{digits - (1 << 52):013x}".rstrip("0")
    return f"{sign}0x1{'.' + body if body else ''}p{e - 1}"


def parts(x, count, bits=53):
    out = []
    for _ in range(count):
        out.append(rounded(x, bits, down=bits == 24 and not out))
        x -= out[-1]
    return out


def rows(name, entries, comment):
    print(comment)
    print(f"alignas(64) inline constexpr double {name}[{len(entries)}] = {{")
    line = "   "
    for entry in entries:
        text = f" {entry},"
        if len(line) + len(text) > 118:
            print(line)
            line = "   "
        line += text
    print(line)
    print("};")


def main():
    print("// Constants and tables of the argument reductions of sin and cos; written by math/tools/trig_constants.py.")
    print("// SPDX-License-Identifier: Apache-2.0")
    print("#ifndef ISOBIT_MATH_TRIG_TABLES_H_")
    print("#define ISOBIT_MATH_TRIG_TABLES_H_")
    print()
    print("#include <limits>")
    print()
    print("namespace isobit {")
    print("namespace trig {")
    print()
    inv = 1 / mp.pi
    print("// 2/pi, and pi/2 in three parts of the type's precision.")
    print("template <typename T>")
    print("struct QuarterTurn;")
    for name, bits, suffix in (("float", 24, "f"), ("double", 53, "")):
        print("template <>")
        print(f"struct QuarterTurn<{name}> {{")
        print(f"  static constexpr {name} kInverse = {hexf(rounded(2 * inv, bits))}{suffix};")
        for i, part in enumerate(parts(mp.pi / 2, 3, bits)):
            print(f"  static constexpr {name} kPart{i + 1} = {hexf(part)}{suffix};")
        print("};")
    print()
    # f32: entry i is for the f64 exponent field e with e & 127 = i, e = 1045 ... 1150 (2^22 ... 2^127).
    t_hi, t_lo = [], []
    for i in range(128):
        e = 1024 + i if i < 127 else 0
        if i == 127:
            t_hi.append("std::numeric_limits<double>::quiet_NaN()")
            t_lo.append("0.0")
            continue
        t = ldexp(inv, e - 1023 - 23)
        t -= 2 * nint(t / 2)
        top = ldexp(floor(ldexp(t, 29) + mpf(1) / 2), -29)
        # M * t for an integer M below 2^24, as (M / 2^23) * (2^23 t).
        t_hi.append(hexf(ldexp(top, 23)))
        t_lo.append(hexf(rounded(ldexp(t - top, 23), 53)))
    rows("kPeriodsHi", t_hi,
         "// 2^E / pi modulo 2^24, the period of m * 2^E / pi in half turns for 24-bit m in [1, 2): to a multiple of 2^-6,\n"
         "// at most 2^23, and the next 53 bits. Entry E + 1023 modulo 128; infinity's and NaN's is NaN.")
    rows("kPeriodsLo", t_lo, "")
    print()
    columns = [[], [], [], []]
    for i in range(64):
        t = ldexp(2 * inv, 16 * (64 + i) - 1075)
        t = t - 8 * floor(t / 8) + 8
        for column, part in zip(columns, parts(ldexp(t, 67), 4)):
            column.append(hexf(part))
    for i, column in enumerate(columns):
        rows(f"kQuarters{i + 1}", column,
             "// 2^(16 g - 1008) * 2/pi modulo 2^70, plus 2^70, in four parts: times m 2^(j - 15), j < 16, it is m 2^E * 2/pi,\n"
             "// the quarter turns of a number with the exponent field E + 1023 = 16 g + j, but for a multiple of 8. Entry g\n"
             "// modulo 64." if i == 0 else "")
    print()
    print("}  // namespace trig")
    print("}  // namespace isobit")
    print()
    print("#endif  // ISOBIT_MATH_TRIG_TABLES_H_")


main()

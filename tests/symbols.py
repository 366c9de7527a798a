#!/usr/bin/env python3
"""Checks what libisobit.a exports, what it asks for, and where its vector instructions stand.

usage: symbols.py ARCHIVE [--exports COUNT] [--nm NM] [--readelf READELF] [--objdump OBJDUMP]

1. Nothing of Highway is undefined: the library uses its headers and links nothing of it.
2. Every global symbol that it defines belongs to the C interface, which is visible, or to the namespace isobit, so it
   cannot clash with a library that the same program links.
3. On x86-64, VEX and EVEX encoded instructions stand only in functions of the target namespaces N_AVX2 and N_AVX3, and
   AVX-512 registers only in N_AVX3. An inline function of the standard library that the compiler emitted inside a target
   region would be merged with a copy that baseline code runs.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def undefined_problems(nm, archive):
    defined = set()
    wanted = set()
    for line in output(nm, "-g", archive).splitlines():
        words = line.split()
        if len(words) == 2 and words[0] in "Uw":
            wanted.add(words[1])
        elif len(words) == 3:
            defined.add(words[2])
    problems = []
    for name in sorted(wanted - defined):
        if "3hwy" in name:
            problems.append("asks for Highway's %s" % name)
        elif "cpu_features" in name or name.startswith(("GetX86", "GetAarch64")):
            problems.append("asks for cpu_features' %s, which it should carry" % name)
    return problems, wanted - defined


# The C interface, and names mangled inside namespace isobit: functions, const members, tables, type information, guards.
OURS = re.compile(r"^(isobit_\w+|_Z(N|NK|T[VTIS]N|GVN|ZN|ZNK|GVZN)6isobit.*)$")


def export_problems(readelf, archive):
    problems = []
    exported = 0
    hidden = 0
    for line in output(readelf, "-sW", archive).splitlines():
        words = line.split()
        # Num: Value Size Type Bind Vis Ndx Name
        if len(words) < 8 or words[4] not in ("GLOBAL", "WEAK", "UNIQUE") or words[6] == "UND":
            continue
        name = words[7]
        if name.startswith("isobit_") and words[5] != "DEFAULT":
            problems.append("hides %s of the C interface" % name)
        if OURS.match(name):
            exported += words[5] == "DEFAULT"
            hidden += words[5] != "DEFAULT"
        else:
            problems.append("defines %s (%s, %s)" % (name, words[4].lower(), words[5].lower()))
    return problems, exported, hidden


FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s*[0-9a-f]+:\s+(\S+)\s*(.*)$")
VEX_WITHOUT_V = re.compile(r"^(andn|bextr|blsi|blsmsk|blsr|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx|k[a-z]+)[lqbwd]*$")
AVX512 = re.compile(r"%zmm|%[xy]mm(1[6-9]|2[0-9]|3[01])\b|%k[0-7]\b")


def instruction_problems(objdump, archive):
    problems = {}
    counts = {"N_AVX2": 0, "N_AVX3": 0, "baseline": 0}
    name = place = ""
    process = subprocess.Popen([objdump, "-d", "--no-show-raw-insn", archive], stdout=subprocess.PIPE,
                               universal_newlines=True)
    for line in process.stdout:
        function = FUNCTION.match(line)
        if function:
            name = function.group(1)
            # The namespace as the mangling spells it, or as a clone's suffix keeps it.
            place = "N_AVX3" if "6N_AVX3" in name else "N_AVX2" if "6N_AVX2" in name else "baseline"
            continue
        instruction = INSTRUCTION.match(line)
        if not instruction:
            continue
        counts[place] = counts.get(place, 0) + 1
        mnemonic, operands = instruction.groups()
        if place == "baseline":
            # verr and verw are the only v... mnemonics without a VEX prefix.
            vex = mnemonic.startswith("v") and mnemonic not in ("verr", "verw")
            if vex or VEX_WITHOUT_V.match(mnemonic) or "%ymm" in operands or AVX512.search(operands):
                problems.setdefault(name, "baseline function %s has `%s %s`" % (name, mnemonic, operands.strip()))
        elif place == "N_AVX2" and AVX512.search(operands):
            problems.setdefault(name, "AVX2 function %s has `%s %s`" % (name, mnemonic, operands.strip()))
    if process.wait() != 0:
        raise SystemExit("symbols.py: objdump failed")
    return list(problems.values()), counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archive")
    parser.add_argument("--exports", type=int, default=136, help="the least number of symbols that it exports")
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--readelf", default="readelf")
    parser.add_argument("--objdump", default="objdump")
    arguments = parser.parse_args()

    problems, wanted = undefined_problems(arguments.nm, arguments.archive)
    more, exported, hidden = export_problems(arguments.readelf, arguments.archive)
    problems += more
    print("%d exported and %d hidden symbols, all of isobit; %d asked of libc, libm and libstdc++"
          % (exported, hidden, len(wanted)))
    if exported < arguments.exports:
        problems.append("exports only %d symbols, fewer than it has entries" % exported)
    if "x86-64" in output(arguments.objdump, "-f", arguments.archive):
        more, counts = instruction_problems(arguments.objdump, arguments.archive)
        problems += more
        print("instructions: %d baseline, %d in N_AVX2, %d in N_AVX3"
              % (counts["baseline"], counts["N_AVX2"], counts["N_AVX3"]))
        if min(counts.values()) == 0:
            problems.append("no instruction found in one of the three places: %s" % counts)
    for problem in problems:
        print("symbols.py: %s %s" % (arguments.archive, problem))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

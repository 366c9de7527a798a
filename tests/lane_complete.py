#!/usr/bin/env python3
"""Checks that the lane test knows every operation of the lane vocabulary: an operation without a test is a failure.

usage: lane_complete.py SCALAR_LANE_HEADER LANE_TEST_PASS

SPDX-License-Identifier: Apache-2.0
"""
import re
import sys


def main():
    with open(sys.argv[1]) as file:
        header = file.read()
    # Helpers in namespace detail are no vocabulary.
    header = re.sub(r"namespace detail \{.*?\}  // namespace detail", "", header, flags=re.S)
    operations = set(re.findall(r"^ISOBIT_INLINE [\w:<> ]+?\b(\w+)\(", header, flags=re.M))
    with open(sys.argv[2]) as file:
        tested = set(re.findall(r"\b(\w+)(?:<\w+>)?\(", file.read()))
    missing = sorted(operations - tested)
    for name in missing:
        print("lane_complete.py: %s defines %s, and %s does not test it" % (sys.argv[1], name, sys.argv[2]))
    if len(operations) < 40:
        print("lane_complete.py: found only %d operations in %s" % (len(operations), sys.argv[1]))
        return 1
    if not missing:
        print("%d operations, each with a test" % len(operations))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compiles and runs the examples of README.md and docs/.

usage: docs_test.py ROOT LIBRARY CXX CC WORK
A fenced block tagged cpp or c with a main() is compiled and must exit with 0; one without is compiled alone.
SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import re
import subprocess
import sys

root, library, cxx, cc, work = sys.argv[1:]
work = pathlib.Path(work)
work.mkdir(parents=True, exist_ok=True)
PRELUDE = '#include <cstddef>\n#include <thread>\n#include <vector>\n#include "isobit/isobit.hpp"\n'
failures = count = 0
for page in [pathlib.Path(root) / "README.md", *sorted((pathlib.Path(root) / "docs").glob("*.md"))]:
    for number, (tag, code) in enumerate(re.findall(r"^```(cpp|c)\n(.*?)^```", page.read_text(), re.S | re.M)):
        count += 1
        whole = "int main(" in code
        source = work / f"{page.stem}_{number}.{'cc' if tag == 'cpp' else 'c'}"
        source.write_text(code if whole else PRELUDE + code)
        command = [cxx, "-std=c++17", "-Wconversion", "-Wshadow"] if tag == "cpp" else [cc, "-std=c99", "-pedantic-errors"]
        command += ["-Wall", "-Wextra", "-Werror", f"-I{root}/include", str(source), "-o", str(source.with_suffix(""))]
        command += [library, "-lm"] if whole else ["-c"]
        if tag == "c":
            command.append("-lstdc++")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0 and whole:
            done = subprocess.run([source.with_suffix("")], capture_output=True, text=True)
        print(f"{page.name} example {number + 1}: {'ok' if done.returncode == 0 else 'FAILED'}\n{done.stdout}{done.stderr}")
        failures += done.returncode != 0
print(f"{count} examples, {failures} failures")
sys.exit(1 if failures or not count else 0)

#!/usr/bin/env python3
"""Draws the bench's JSON file: for each dtype and size, how many times faster than scalar every target is.

    python3 bench/plot.py bench-report.json bench-report.png

SPDX-License-Identifier: Apache-2.0
"""
import json
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

COLORS = {"avx2": "#3b6fb6", "avx3": "#c2562d", "neon": "#3b6fb6", "compiler": "#9a9a9a", "sleef": "#7aa35a"}
SHOWN_SIZE = "65536"


def shortest_times(path):
    """{(size label, dtype): {kernel: {competitor: ns a call}}}, the shortest repetition of each."""
    times = {}
    with open(path, encoding="utf-8") as file:
        for run in json.load(file)["benchmarks"]:
            # A single repetition has no statistics and stands for itself.
            if run.get("aggregate_name", "min") != "min":
                continue
            kernel, dtype, competitor, _ = run["run_name"].split("/")
            cell = times.setdefault((run.get("label", ""), dtype), {}).setdefault(kernel, {})
            cell[competitor] = min(cell.get(competitor, float("inf")), run["real_time"])
    return times


def bars_of(kernels, targets):
    """{bar name: {kernel: times faster than scalar}}; a peer is the widest of its name that was measured."""
    bars = {}
    for kernel, cell in kernels.items():
        if "scalar" not in cell:
            continue
        for name in targets + ["compiler"]:
            if name in cell:
                bars.setdefault(name, {})[kernel] = cell["scalar"] / cell[name]
        sleef = [time for name, time in cell.items() if name.startswith("sleef")]
        if sleef:
            bars.setdefault("sleef", {})[kernel] = cell["scalar"] / min(sleef)
    return bars


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    times = shortest_times(sys.argv[1])
    targets = [t for t in ("avx2", "avx3", "neon") if any(t in cell for k in times.values() for cell in k.values())]
    sizes = {size for size, _ in times}
    panels = [key for key in times if SHOWN_SIZE not in sizes or key[0] == SHOWN_SIZE]
    panels = [(key, bars_of(times[key], targets)) for key in panels]
    panels = [(key, bars) for key, bars in panels if bars]
    if not panels:
        print("plot.py: no scalar times in the file, nothing to compare with", file=sys.stderr)
        sys.exit(1)
    most = max(len(times[key]) for key, _ in panels)
    figure, axes = plt.subplots(len(panels), 1, figsize=(max(6, 0.42 * most + 2), 3.2 * len(panels)), squeeze=False)
    for axis, ((size, dtype), bars) in zip(axes[:, 0], panels):
        kernels = [k for k in times[(size, dtype)] if any(k in bar for bar in bars.values())]
        width = 0.8 / len(bars)
        for index, (name, values) in enumerate(bars.items()):
            places = [i + (index - (len(bars) - 1) / 2) * width for i in range(len(kernels))]
            axis.bar(places, [values.get(k, 0) for k in kernels], width, label=name, color=COLORS.get(name))
        axis.set_xticks(range(len(kernels)), kernels, rotation=60, ha="right", fontsize=8)
        axis.set_xlim(-0.6, len(kernels) - 0.4)
        axis.set_yscale("log")
        axis.axhline(1, color="black", linewidth=0.6)
        axis.set_ylabel("times faster than scalar")
        axis.set_title(f"{dtype}, {'n = ' if size.isdigit() else ''}{size}", fontsize=10)
        axis.legend(fontsize=8, ncols=len(bars))
    figure.tight_layout()
    figure.savefig(sys.argv[2], dpi=110)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Packs the outside data of this folder; see README.md for the format and the sources.

usage: pack.py SOURCE DESTINATION
SOURCE holds golden/ and hard/ as index.json files with the binary files they describe; needs numpy and zstd.
SPDX-License-Identifier: Apache-2.0
"""
import json
import pathlib
import subprocess
import sys

import numpy

WIDTH = {"f32": 4, "f64": 8, "bf16": 2, "f16": 2}


def planes(values):
    """The bytes of an array, all lowest bytes first, then all second ones: what is alike lies together."""
    width = values.dtype.itemsize
    return values.view("u1").reshape(-1, width).T.tobytes()


def delta(values):
    return numpy.diff(values, prepend=values.dtype.type(0))


def compress(data):
    return subprocess.run(["zstd", "-19", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


def decompress(path):
    return subprocess.run(["zstd", "-dc", str(path)], stdout=subprocess.PIPE, check=True).stdout


FILTERS = {"raw": lambda v: v.tobytes(), "planes": planes, "delta": lambda v: planes(delta(v))}


def best(sections):
    """The filter that packs these arrays smallest, and the packed bytes."""
    packed = {name: compress(b"".join(f(s) for s in sections)) for name, f in FILTERS.items()}
    name = min(packed, key=lambda k: len(packed[k]))
    return name, packed[name]


def pack_golden(source, destination):
    lines = ["file\tfilter\tdtype\tsection\tcount\tparameters\n"]
    for entry in json.loads((source / "index.json").read_text())["files"]:
        raw = decompress(source / entry["file"])
        dtype = f"<u{entry['elem_bytes']}"
        # Arithmetic of the wide types is checked against the processor's own at far more inputs elsewhere, so
        # every second element does here.
        thin = 2 if entry["family"] in ("binary", "add_scalar", "mul_scalar") and entry["elem_bytes"] > 2 else 1
        sections, described = [], []
        for s in entry["sections"]:
            values = numpy.frombuffer(raw, dtype, s["count"], s["offset"])[::thin]
            sections.append(numpy.ascontiguousarray(values))
            parameters = " ".join(f"{k}={s[k]}" for k in ("c", "min", "max") if k in s)
            described.append((s.get("kernel", s["name"]), len(values), parameters or "-"))
        name, packed = best(sections)
        file = entry["file"].replace(".bin.zst", ".zst")
        (destination / file).write_bytes(packed)
        for section, count, parameters in described:
            lines.append(f"{file}\t{name}\t{entry['dtype']}\t{section}\t{count}\t{parameters}\n")
    (destination / "index.tsv").write_text("".join(lines))


def pack_hard(source, destination):
    lines = ["origin\tkernel\tdtype\trecords\tcolumns\n"]
    blob = []
    for entry in json.loads((source / "index.json").read_text()):
        width = WIDTH[entry["dtype"]]
        origin, kernel, _ = entry["file"].split("_")
        kernel = {"powf": "pow", "pown": "powi"}.get(kernel, kernel)
        raw = (source / entry["file"]).read_bytes()
        if kernel == "powi":  # x, int64 n, expected: n is carried at 8 bytes, the others at the dtype's width
            kinds = [("x", f"<u{width}"), ("n", "<i8"), ("want", f"<u{width}")]
        else:
            names = ["x", "b", "want"] if kernel == "pow" else ["x", "want"]
            names += ["tolerance"] if origin == "numpy" else []
            kinds = [(n, f"<u{width}") for n in names]
        record = numpy.dtype(kinds)
        assert record.itemsize == entry["record_bytes"], entry
        rows = numpy.sort(numpy.frombuffer(raw, record, entry["count"]), order=record.names[:2])
        for column in record.names:
            values = numpy.ascontiguousarray(rows[column])
            blob.append(planes(delta(values.view(f"<u{values.dtype.itemsize}"))))
        lines.append(f"{origin}\t{kernel}\t{entry['dtype']}\t{entry['count']}\t{' '.join(record.names)}\n")
    (destination / "hard.zst").write_bytes(compress(b"".join(blob)))
    (destination / "index.tsv").write_text("".join(lines))


def main():
    source, destination = (pathlib.Path(p) for p in sys.argv[1:3])
    for folder, pack in (("golden", pack_golden), ("hard", pack_hard)):
        (destination / folder).mkdir(parents=True, exist_ok=True)
        pack(source / folder, destination / folder)


if __name__ == "__main__":
    main()

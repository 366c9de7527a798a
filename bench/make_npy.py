#!/usr/bin/env python3
"""Turns real files into NumPy arrays for bench/run --npy.

    python3 bench/make_npy.py OUTPUT_FOLDER [FILE]...

Each FILE, by the end of its name:
  .wav   the samples of the sound (8, 16 or 32 bit PCM) as numbers in [-1, 1), shape (frames, channels)
  .png   the pixels of the image (8 bits a channel, not interlaced), each channel with mean 0 and deviation 1,
         shape (height, width, channels)
  other  the bytes of a text, with mean 0 and deviation 1, shape (bytes,)
Each gives four arrays: <name>-f32.npy, <name>-f64.npy, <name>-f16.npy and <name>-bf16.npy, the last one with bfloat16
bit patterns as uint16 (bench/run --bf16).

Without a FILE it takes what Debian packages ship on this machine: the licence texts of base-files, the logo of debconf
and, where alsa-utils is installed, its spoken test sounds, joined to one array a kind.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import struct
import sys
import wave
import zlib

import numpy as np

DEBIAN_FILES = [
    ("licences", "/usr/share/common-licenses/*"),  # base-files
    ("logo", "/usr/share/pixmaps/debian-logo.png"),  # debconf
    ("speech", "/usr/share/sounds/alsa/*.wav"),  # alsa-utils
]


def read_wav(path):
    with wave.open(path, "rb") as file:
        width, channels = file.getsampwidth(), file.getnchannels()
        data = file.readframes(file.getnframes())
    if width == 1:  # unsigned, as the format has it
        samples = (np.frombuffer(data, np.uint8).astype(np.float64) - 128) / 128
    elif width in (2, 4):
        samples = np.frombuffer(data, f"<i{width}").astype(np.float64) / 2.0 ** (8 * width - 1)
    else:
        raise ValueError(f"{path}: {8 * width} bits a sample; expected 8, 16 or 32")
    return samples.reshape(-1, channels)


def paeth(left, up, corner):
    """PNG's predictor: whichever of the three is nearest to left + up - corner."""
    estimate = left + up - corner
    distances = abs(estimate - left), abs(estimate - up), abs(estimate - corner)
    return (left, up, corner)[distances.index(min(distances))]


def read_png(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError(f"{path}: not a PNG image")
    position, compressed, header = 8, b"", None
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        body = data[position + 8 : position + 8 + length]
        position += 12 + length
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            compressed += body
    width, height, bits, color, _, _, interlaced = header
    channels = {0: 1, 2: 3, 4: 2, 6: 4}.get(color)
    if bits != 8 or interlaced or channels is None:
        raise ValueError(f"{path}: expected 8 bits a channel, no palette, not interlaced")
    raw, stride = zlib.decompress(compressed), width * channels
    pixels, above = np.empty((height, stride), np.uint8), bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            prediction = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]
            line[i] = (line[i] + prediction) & 255
        pixels[y], above = np.frombuffer(bytes(line), np.uint8), line
    return standardised(pixels.reshape(height, width, channels).astype(np.float64), axis=(0, 1))


def read_text(path):
    with open(path, "rb") as file:
        return standardised(np.frombuffer(file.read(), np.uint8).astype(np.float64), axis=0)


def standardised(values, axis):
    deviation = values.std(axis=axis, keepdims=True)
    return (values - values.mean(axis=axis, keepdims=True)) / np.where(deviation > 0, deviation, 1)


def read(path):
    return {".wav": read_wav, ".png": read_png}.get(os.path.splitext(path)[1].lower(), read_text)(path)


def bf16_bits(values):
    """Rounds float32 to bfloat16, to nearest even; the inputs here are finite."""
    bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def save(folder, name, values):
    arrays = {
        "f32": values.astype(np.float32),
        "f64": values.astype(np.float64),
        "f16": values.astype(np.float16),
        "bf16": bf16_bits(values),
    }
    for dtype, array in arrays.items():
        path = os.path.join(folder, f"{name}-{dtype}.npy")
        np.save(path, array)
        print(f"{path}: {' x '.join(map(str, array.shape))}")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder, files = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    if files:
        for path in files:
            save(folder, os.path.splitext(os.path.basename(path))[0], read(path))
        return
    for name, pattern in DEBIAN_FILES:
        paths = sorted({os.path.realpath(path) for path in glob.glob(pattern)})
        if paths:
            save(folder, name, np.concatenate([read(path) for path in paths]))
        else:
            print(f"no {pattern} here: no {name}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, zlib.error) as error:
        sys.exit(f"make_npy.py: {error}")

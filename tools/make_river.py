#!/usr/bin/env python3
"""Writes scenes/assets/river.png: the ground of scenes/river.json as 16-bit heights, a valley of ridged noise with the bed
of a stream that runs through pools and over sills. Needs nothing but Python; the same bytes every time.
    tools/make_river.py [--seed N] [--out FILE]"""
import argparse
import math
import struct
import zlib

SIZE = (24.0, 16.0)     # meters along x and z
SAMPLES = (385, 257)
HEIGHT = (-2.0, 4.0)    # meters for the values 0 and 65535
FALLS = (-6.2, 0.4, 6.4)   # meters along x: sills that the stream falls over


def hashed(i, j, seed):
    n = (i * 374761393 + j * 668265263 + seed * 2147483647 + 0x5bd1e995) & 0xffffffff
    n = ((n ^ (n >> 13)) * 1274126177) & 0xffffffff
    return ((n ^ (n >> 16)) & 0xffff) / 65535.0


def noise(x, z, seed):
    i, j = math.floor(x), math.floor(z)
    u, v = x - i, z - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a, b, c, d = (hashed(i + k % 2, j + k // 2, seed) for k in range(4))
    return a + (b - a) * u + (c - a + (a - b - c + d) * u) * v


def ridged(x, z, seed):
    """Ridges of five octaves, 0 to 1."""
    total, weight, scale = 0.0, 0.5, 0.16
    for octave in range(5):
        total += weight * (1 - abs(2 * noise(x * scale + 17, z * scale, seed + octave) - 1))
        weight, scale = weight * 0.5, scale * 2.1
    return total


def step(low, high, x):
    t = min(1.0, max(0.0, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)


def middle(x):
    """Where the stream runs: z of its middle."""
    return 2.0 * math.sin(0.40 * x + 0.6) + 0.7 * math.sin(0.93 * x + 2.0)


def bed(x):
    """The bed along the stream: a slope, a pool before each sill, a fall behind it."""
    h = 0.9 - 0.030 * (x + 12)
    for at in FALLS:
        h -= 0.42 * step(at - 0.1, at + 0.35, x)
        h -= 0.45 * math.exp(-((x - at + 1.9) / 1.1) ** 2)
    return h


def height(x, z, seed):
    bend = 0.5 * (noise(0.7 * x, 0.7 * z, seed + 20) - 0.5)
    off = abs(z - middle(x) + bend)
    width = 0.95 + 0.5 * noise(0.5 * x, 3.0, seed + 21)
    stones = 0.10 * max(0.0, ridged(3.2 * x, 3.2 * z, seed + 30) - 0.55)
    bank = 0.75 * step(0.75 * width, width + 1.5, off) + 0.30 * max(0.0, off - width) * (0.4 + ridged(x, z, seed))
    rough = 0.22 * (ridged(2.0 * x, 2.0 * z, seed + 10) - 0.5) * step(0.6 * width, width + 0.8, off)
    return bed(x) + bank + rough + stones


def png(rows, nx):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    raw = b"".join(b"\0" + struct.pack(f">{nx}H", *row) for row in rows)
    head = struct.pack(">IIBBBBB", nx, len(rows), 16, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")


def write(at, size, samples, span, out):
    """Heights at(x, z) over `size` meters as 16 bits, 0 and 65535 for the two values of `span`."""
    rows = []
    for j in range(samples[1]):
        z = (j / (samples[1] - 1) - 0.5) * size[1]
        row = []
        for i in range(samples[0]):
            h = at((i / (samples[0] - 1) - 0.5) * size[0], z)
            row.append(round(65535 * min(1.0, max(0.0, (h - span[0]) / (span[1] - span[0])))))
        rows.append(row)
    with open(out, "wb") as file:
        file.write(png(rows, samples[0]))


def options(about, seed, out):
    parser = argparse.ArgumentParser(description=about.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--out", default=out)
    return parser.parse_args()


if __name__ == "__main__":
    given = options(__doc__, 4, "scenes/assets/river.png")
    write(lambda x, z: height(x, z, given.seed), SIZE, SAMPLES, HEIGHT, given.out)

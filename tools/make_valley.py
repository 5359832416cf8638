#!/usr/bin/env python3
"""make_valley.py [--seed N] [--cells NX NZ] [--size X Z] [--drop M] [--falls N] FILE.png

A valley with a river bed as a 16-bit height map: ridged hills on both sides, a bed that winds from -x to +x, falls
`drop` metres on its way, in pools behind `falls` steps. Prints the terrain object that a scene needs. Python alone; the
same bytes for the same arguments."""
import argparse
import json
import math
import struct
import zlib


def hashed(i, j, seed):
    n = (i * 374761393 + j * 668265263 + seed * 2147483647 + 0x5bd1e995) & 0xffffffff
    n = ((n ^ (n >> 13)) * 1274126177) & 0xffffffff
    return ((n ^ (n >> 16)) & 0xffff) / 65535.0


class Noise:
    """Smooth value noise from 0 to 1 with one value per unit of its own space."""
    def __init__(self, seed):
        self.seed, self.known = seed, {}

    def corner(self, i, j):
        key = i * 65536 + j
        if key not in self.known:
            self.known[key] = hashed(i, j, self.seed)
        return self.known[key]

    def __call__(self, x, z):
        i, j = math.floor(x), math.floor(z)
        u, v = x - i, z - j
        u, v = u * u * u * (u * (u * 6 - 15) + 10), v * v * v * (v * (v * 6 - 15) + 10)
        a, b = self.corner(i, j), self.corner(i + 1, j)
        c, d = self.corner(i, j + 1), self.corner(i + 1, j + 1)
        return a + (b - a) * u + (c - a + (a - b - c + d) * u) * v


def smooth(low, high, x):
    t = min(1.0, max(0.0, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)


class Valley:
    def __init__(self, seed, size, drop, falls):
        self.size, self.drop, self.falls = size, drop, falls
        self.hills = [Noise(64 * seed + k) for k in range(5)]
        self.course, self.bed, self.pools = (Noise(64 * seed + 32 + k) for k in range(3))
        self.unit = size[1] / 5  # metres: the size of a hill

    def ridged(self, x, z):
        """0 to 1, with sharp crests; each octave is rough where the one before is high [Musgrave 1994]."""
        total, weight, amplitude, scale = 0.0, 1.0, 0.5, 1.0 / self.unit
        for noise in self.hills:
            crest = (1 - abs(2 * noise(x * scale + 100, z * scale + 100) - 1)) ** 2
            total += amplitude * weight * crest
            weight = min(1.0, 1.6 * crest)
            amplitude *= 0.42
            scale *= 2.1
        return total

    def middle(self, x):
        """z of the river's middle."""
        t = x / self.unit
        return self.size[1] * (0.30 * (self.course(0.55 * t + 7, 0.5) - 0.5) + 0.08 * math.sin(0.9 * t))

    def floor(self, x):
        """Height of the bed along the river: pools that a sill closes, one lower than the other."""
        t = (x / self.size[0] + 0.5) * (self.falls + 1)
        n = math.floor(t)
        part = t - n
        step = self.drop / (self.falls + 1)
        fall = smooth(0.86, 0.97, part)
        pool = 0.35 * step * (1 - math.cos(2 * math.pi * min(part / 0.86, 1.0))) if part < 0.86 else 0.0
        return self.drop - step * (n + 0.35 * part * (1 - fall) + fall) - pool * (0.6 + 0.8 * self.pools(n + 0.5, 3.5))

    def height(self, x, z):
        wide = 0.045 * self.size[1] * (0.7 + 0.9 * self.bed(x / self.unit * 1.7 + 5, 9.5))
        off = abs(z - self.middle(x)) + 0.5 * wide * (self.bed(x * 0.9, z * 0.9) - 0.5)
        floor = self.floor(x) + 0.12 * wide * (self.bed(x * 1.9, z * 1.9 + 40) - 0.5)
        bank = smooth(wide, 2.1 * wide, off)
        slope = smooth(1.6 * wide, 0.5 * self.size[1], off)
        hill = 0.1 * self.size[1] * slope * (0.5 + 1.3 * self.ridged(x, z))
        ground = 0.3 * wide * (self.bed(x * 0.35, z * 0.35 + 80) - 0.5)
        return floor + 0.55 * wide * bank + (ground + hill) * bank


def png16(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    raw = b"".join(b"\0" + struct.pack(">%dH" % len(row), *row) for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 16, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--cells", type=int, nargs=2, default=(512, 384))
    ask.add_argument("--size", type=float, nargs=2, default=(64.0, 48.0))
    ask.add_argument("--drop", type=float, default=5.0)
    ask.add_argument("--falls", type=int, default=4)
    ask.add_argument("file")
    told = ask.parse_args()
    nx, nz = told.cells
    valley = Valley(told.seed, told.size, told.drop, told.falls)
    rows = [[valley.height(((i + 0.5) / nx - 0.5) * told.size[0], ((j + 0.5) / nz - 0.5) * told.size[1])
             for i in range(nx)] for j in range(nz)]
    low, high = math.floor(min(map(min, rows))), math.ceil(max(map(max, rows)))
    with open(told.file, "wb") as out:
        out.write(png16([[round((h - low) / (high - low) * 65535) for h in row] for row in rows]))
    print(json.dumps({"heightmap": told.file, "size": list(told.size), "height": [low, high]}))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes scenes/island_mask.png and scenes/island_terrain.png: two islets in a shallow sea. Needs nothing but Python."""
import math
import struct
import sys
import zlib

SIZE, LOW, HIGH = 24.0, -2.2, 2.6      # metres: the side of the square, what black and white mean in the terrain


def height(x, z):
    """Ground over the rest level in metres at x, z from the middle."""
    def mound(cx, cz, rx, rz, turn, top):
        c, s = math.cos(turn), math.sin(turn)
        u, v = ((x - cx) * c + (z - cz) * s) / rx, ((z - cz) * c - (x - cx) * s) / rz
        return top * math.exp(-(u * u + v * v))
    ripple = 0.10 * math.sin(1.9 * x + 0.7 * math.sin(1.3 * z)) * math.sin(1.7 * z + 0.9 * math.sin(1.1 * x))
    rock = 0.05 * math.sin(5.1 * x + 2.0 * math.sin(3.7 * z)) * math.sin(4.7 * z - 1.0)
    land = mound(0.6, -0.6, 2.9, 1.9, 0.5, 3.6) + mound(1.7, 0.9, 1.3, 1.1, -0.3, 1.5) + mound(5.0, 5.0, 1.25, 0.95, 0.9, 2.3)
    return -1.9 + land + ripple + rock


def png(path, width, rows, bits):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    raw = b"".join(b"\0" + row for row in rows)
    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), bits, 0, 0, 0, 0))
                  + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def main(folder):
    n = 384                            # cells of the scene: one pixel per cell, at its centre
    at = [SIZE * ((i + 0.5) / n - 0.5) for i in range(n)]
    png(folder + "/island_mask.png", n, [bytes(255 if height(x, z) > 0 else 0 for x in at) for z in at], 8)
    m = 385                            # samples at grid points, from border to border
    at = [SIZE * (i / (m - 1) - 0.5) for i in range(m)]
    level = lambda h: round(65535 * min(1.0, max(0.0, (h - LOW) / (HIGH - LOW))))
    png(folder + "/island_terrain.png", m, [struct.pack(">%dH" % m, *(level(height(x, z)) for x in at)) for z in at], 16)


main(sys.argv[1] if len(sys.argv) > 1 else "scenes")

#!/usr/bin/env python3
"""Writes what scenes/mill.json is built of: the ground (a leat on a meadow, a chute, a tail race) as 16-bit heights, the
wheel and the mill's roof as models. Needs nothing but Python; the same bytes every time.
    tools/make_mill.py [--seed N] [--out FOLDER]"""
import json
import math
import os
import struct

from make_river import noise, options, ridged, step, write

SIZE = (20.0, 12.0)  # meters along x and z; the wheel turns over x = 0.5, z = 0
SAMPLES = (401, 241)
HEIGHT = (-1.5, 3.5)


def middle(x):
    return 0.9 * step(2.6, 6.0, x) * math.sin(0.5 * (x - 2.6)) + 0.5 * step(-3.6, -8.0, x) * math.sin(0.6 * (x + 3.6))


def height(x, z, seed):
    off = abs(z - middle(x))
    bed = 0.62 - 0.02 * (x + 2) - 0.50 * step(-1.9, -0.5, x) - 0.015 * max(0.0, x)
    wide = 0.62 + 0.5 * step(2.4, 4.5, x) + 0.15 * step(-3.2, -5.0, x)
    meadow = 1.02 - 0.03 * (x + 4) - 0.30 * step(1.5, 4.5, x) + 0.05 * max(0.0, off - 2.0)
    meadow += 0.16 * (noise(0.7 * x, 0.7 * z, seed) - 0.5) + 0.05 * (noise(2.3 * x, 2.3 * z, seed + 4) - 0.5)
    soft = 0.9 - 0.84 * step(-3.4, -2.6, x) * step(2.2, 1.4, x)  # walls hold the bank at the wheel
    stones = 0.09 * max(0.0, ridged(3.1 * x, 3.1 * z, seed + 9) - 0.55) * step(1.6, 3.0, x)
    return bed + stones + (meadow - bed) * step(wide, wide + soft, off)


class Model:
    """Closed parts with flat faces."""

    def __init__(self):
        self.corners, self.normals = [], []

    def face(self, *points):
        a, b, c = points[:3]
        u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        size = math.sqrt(sum(k * k for k in n))
        for i in range(1, len(points) - 1):
            self.corners += [points[0], points[i], points[i + 1]]
            self.normals += [[k / size for k in n]] * 3

    def prism(self, outline, z0, z1, place=lambda p: p):
        """An outline in x and y, counter-clockwise, drawn out along z."""
        low, high = [place((x, y, z0)) for x, y in outline], [place((x, y, z1)) for x, y in outline]
        self.face(*high)
        self.face(*reversed(low))
        for i in range(len(outline)):
            j = (i + 1) % len(outline)
            self.face(low[i], low[j], high[j], high[i])

    def ring(self, inner, outer, z0, z1, parts):
        def at(r, i, z):
            a = 2 * math.pi * i / parts
            return (r * math.cos(a), r * math.sin(a), z)
        for i in range(parts):
            j = (i + 1) % parts
            self.face(at(inner, i, z1), at(outer, i, z1), at(outer, j, z1), at(inner, j, z1))
            self.face(at(inner, j, z0), at(outer, j, z0), at(outer, i, z0), at(inner, i, z0))
            self.face(at(outer, i, z0), at(outer, j, z0), at(outer, j, z1), at(outer, i, z1))
            self.face(at(inner, j, z0), at(inner, i, z0), at(inner, i, z1), at(inner, j, z1))

    def write(self, path):
        def pack(rows):
            return b"".join(struct.pack("<3f", *row) for row in rows)
        count, data = len(self.corners), pack(self.corners) + pack(self.normals)
        low, high = [[f([c[i] for c in self.corners]) for i in range(3)] for f in (min, max)]
        single = lambda v: struct.unpack("<f", struct.pack("<f", v))[0]
        text = json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}}]}],
            "buffers": [{"byteLength": len(data)}],
            "bufferViews": [{"buffer": 0, "byteOffset": 12 * count * k, "byteLength": 12 * count} for k in (0, 1)],
            "accessors": [{"bufferView": k, "componentType": 5126, "count": count, "type": "VEC3",
                           **({"min": [single(v) for v in low], "max": [single(v) for v in high]} if k == 0 else {})}
                          for k in (0, 1)]}).encode()
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data)))
            out.write(struct.pack("<II", len(text), 0x4E4F534A) + text)
            out.write(struct.pack("<II", len(data), 0x004E4942) + data)


def turned(angle):
    c, s = math.cos(angle), math.sin(angle)
    return lambda p: (c * p[0] - s * p[1], s * p[0] + c * p[1], p[2])


def wheel(radius=1.25, width=0.96, blades=14):
    m = Model()
    h = 0.5 * width
    for side in (-1, 1):
        z = side * (h - 0.12)
        m.ring(radius - 0.40, radius - 0.26, z - 0.05, z + 0.05, 42)
    for i in range(blades):
        place = turned(2 * math.pi * i / blades)
        m.prism([(radius - 0.44, -0.035), (radius, -0.035), (radius, 0.035), (radius - 0.44, 0.035)], -h, h, place)
    for i in range(6):
        place = turned(2 * math.pi * (i + 0.25) / 6)
        for side in (-1, 1):
            z = side * (h - 0.12)
            m.prism([(0.1, -0.05), (radius - 0.36, -0.04), (radius - 0.36, 0.04), (0.1, 0.05)], z - 0.04, z + 0.04, place)
    m.prism([(0.14 * math.cos(math.pi * k / 6), 0.14 * math.sin(math.pi * k / 6)) for k in range(12)], -1.7, h + 0.35)
    return m


def roof(length=4.0, depth=3.4, rise=1.5, thick=0.12):
    """Two slopes over a gable along x, the ridge at y = rise."""
    m = Model()
    a, b = 0.5 * depth, 0.5 * length
    for side in (-1, 1):
        outline = [(side * a, 0.0), (0.0, rise), (0.0, rise + thick), (side * (a + 0.06), thick)]
        if side < 0:
            outline.reverse()
        m.prism(outline, -b, b, lambda p: (p[2], p[1], -p[0]))
    m.prism([(-a + 0.25, 0.1), (a - 0.25, 0.1), (0.0, rise - 0.12)], -b + 0.3, b - 0.3, lambda p: (p[2], p[1], -p[0]))
    return m


if __name__ == "__main__":
    given = options(__doc__, 4, "scenes/assets")
    write(lambda x, z: height(x, z, given.seed), SIZE, SAMPLES, HEIGHT, os.path.join(given.out, "mill.png"))
    wheel().write(os.path.join(given.out, "mill_wheel.glb"))
    roof().write(os.path.join(given.out, "mill_roof.glb"))

#!/usr/bin/env python3
"""Writes scenes/island_mask.png and scenes/assets/island.glb: a square of sea bed with two islets, its colors, and the
cut through the ground at its sides. Needs nothing but Python; the same bytes every time."""
import json
import math
import struct
import sys
import zlib

SIZE = 24.0         # meters: the side of the square
BASE = -2.5         # meters: the underside of the block
CELLS = 384         # of the scene's water
QUADS = 192         # of the ground along a side
TEXELS = 1024       # of its colors
WASHED = 0.10       # meters over the rest level up to which the water's grid goes on under the beach


def hashed(i, j, seed):
    n = (i * 374761393 + j * 668265263 + seed * 2147483647 + 0x5bd1e995) & 0xffffffff
    n = ((n ^ (n >> 13)) * 1274126177) & 0xffffffff
    return ((n ^ (n >> 16)) & 0xffff) / 65535.0


class Noise:
    """Smooth value noise from 0 to 1 with one value per meter of its own space."""
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
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        a, b = self.corner(i, j), self.corner(i + 1, j)
        c, d = self.corner(i, j + 1), self.corner(i + 1, j + 1)
        return a + (b - a) * u + (c - a + (a - b - c + d) * u) * v


COAST, DUNES, ROCK, WEED, SPECKS = (Noise(k) for k in range(1, 6))


def step(low, high, x):
    t = min(1.0, max(0.0, (x - low) / (high - low)))
    return t * t * (3 - 2 * t)


def height(x, z):
    """Ground over the rest level in meters at x, z from the middle."""
    bend = 1.1 * (COAST(0.45 * x + 9, 0.45 * z) - 0.5)
    fine = 0.35 * (COAST(1.3 * x, 1.3 * z + 5) - 0.5)
    x1, z1 = x + bend + fine, z + 0.9 * bend - fine

    def mound(cx, cz, rx, rz, turn, top):
        c, s = math.cos(turn), math.sin(turn)
        u, v = ((x1 - cx) * c + (z1 - cz) * s) / rx, ((z1 - cz) * c - (x1 - cx) * s) / rz
        return top * math.exp(-(u * u + v * v))
    land = (mound(0.2, -0.6, 4.2, 2.9, 0.5, 2.5) + mound(0.6, -1.4, 1.8, 1.4, 0.5, 1.7)
            + mound(2.6, 1.9, 1.9, 1.4, -0.3, 0.85)
            + mound(5.6, 5.6, 2.1, 1.6, 0.9, 2.1))
    h = -1.55 + 0.35 * (DUNES(0.22 * x, 0.22 * z) - 0.5) + 0.16 * (DUNES(0.8 * x, 0.8 * z) - 0.5) + land
    h *= 0.42 + 0.58 * step(0.0, 0.75, abs(h))                 # a beach on both sides of the shore line
    crags = step(0.7, 1.5, h)
    return h + crags * (0.55 * (ROCK(1.7 * x, 1.7 * z) - 0.5) + 0.25 * (ROCK(4.1 * x, 4.1 * z) - 0.5))


def mix(a, b, t):
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def color(x, z, h, steep):
    """sRGB of the ground, 0 to 255."""
    grain = SPECKS(7.0 * x, 7.0 * z) - 0.5
    broad = SPECKS(0.9 * x + 40, 0.9 * z) - 0.5
    sand = mix((214, 190, 142), (233, 214, 172), 0.5 + broad)
    line = math.sin(13.0 * (x + 0.35 * DUNES(1.1 * x, 1.1 * z) * 3 + 0.25 * z))
    sand = tuple(p * (1 + 0.05 * grain + 0.035 * line * step(0.1, -0.3, h)) for p in sand)
    weed = step(0.70, 0.84, WEED(0.6 * x, 0.6 * z) + 0.4 * (WEED(3.1 * x, 3.1 * z) - 0.5)) * step(-0.75, -1.15, h)
    sand = mix(sand, mix((70, 92, 58), (96, 108, 66), 0.5 + grain), 0.8 * weed)
    wet = step(0.13, 0.02, h + 0.06 * broad)
    sand = tuple(p * (1 - 0.17 * wet) for p in sand)
    grass = mix((92, 124, 44), (132, 150, 62), 0.5 + 0.8 * broad + 0.6 * grain)
    green = step(0.34, 0.52, h + 0.30 * broad + 0.16 * grain)
    rock = mix((112, 103, 92), (156, 146, 130), 0.5 + grain + 0.5 * broad)
    bare = step(0.95, 1.25, steep + 0.5 * grain) * step(0.3, 0.7, h)
    return mix(mix(sand, grass, green), rock, bare)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, rows, kind):
    """Bytes of an 8-bit PNG; kind 0 is grey, 2 is RGB. Each row is stored as differences along the row."""
    wide = 3 if kind == 2 else 1
    raw = b"".join(b"\1" + bytes((row[i] - (row[i - wide] if i >= wide else 0)) & 255 for i in range(len(row)))
                   for row in rows)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, kind, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def colors():
    n, d = TEXELS, SIZE / TEXELS
    at = [SIZE * ((i + 0.5) / n - 0.5) for i in range(n)]
    rows, before = [], [height(x, at[0] - d) for x in at]
    for z in at:
        here = [height(x, z) for x in at]
        row = bytearray()
        for i, x in enumerate(at):
            steep = math.hypot(here[i] - here[i - 1] if i else 0.0, here[i] - before[i]) / d
            row += bytes(2 * round(min(255, max(0, p)) / 2) & 255 for p in color(x, z, here[i], steep))
        rows.append(bytes(row))
        before = here
    return png(n, rows, 2)


def glb(texture):
    n = QUADS
    side = 0.5 * SIZE + 0.02           # past the sides of the water, so that the cut hides them under the bed
    at = [SIZE * (i / n - 0.5) for i in range(n + 1)]
    at[0], at[n] = -side, side
    ground = [[height(x, z) for x in at] for z in at]
    points = [(at[i], ground[j][i], at[j]) for j in range(n + 1) for i in range(n + 1)]
    uv = [(x / SIZE + 0.5, z / SIZE + 0.5) for x, _, z in points]
    quads = []
    for j in range(n):
        for i in range(n):
            a, b = j * (n + 1) + i, (j + 1) * (n + 1) + i
            quads += [a, b, a + 1, a + 1, b, b + 1]
    border = ([(at[i], ground[n][i], at[n]) for i in range(n + 1)],
              [(at[n], ground[j][n], at[j]) for j in range(n, -1, -1)],
              [(at[i], ground[0][i], at[0]) for i in range(n, -1, -1)],
              [(at[0], ground[j][0], at[j]) for j in range(n + 1)])

    def skirt(high, low):
        out, indices = [], []
        for run in border:
            base = len(out)
            for x, y, z in run:
                out += [(x, high(x, y, z), z), (x, low(x, y, z), z)]
            for k in range(len(run) - 1):
                a = base + 2 * k
                indices += [a, a + 1, a + 2, a + 2, a + 1, a + 3]
        return out, indices
    seam = lambda x, y, z: y - 0.20 - 0.10 * DUNES(0.5 * x + 3, 0.5 * z)
    deep = lambda x, y, z: -2.02 + 0.10 * DUNES(0.35 * x, 0.35 * z + 8)
    layers = [(points, quads, uv, {"baseColorTexture": {"index": 0}}),
              (*skirt(lambda x, y, z: y, seam), None, {"baseColorFactor": [0.62, 0.50, 0.31, 1]}),
              (*skirt(seam, deep), None, {"baseColorFactor": [0.36, 0.25, 0.14, 1]}),
              (*skirt(deep, lambda x, y, z: BASE), None, {"baseColorFactor": [0.20, 0.15, 0.10, 1]})]
    blob, views, accessors, primitives, materials = bytearray(), [], [], [], []

    def view(data, **more):
        while len(blob) % 4:
            blob.append(0)
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(data), **more})
        blob.extend(data)
        return len(views) - 1

    def accessor(data, kind, component, count, **more):
        accessors.append({"bufferView": view(data), "componentType": component, "type": kind, "count": count, **more})
        return len(accessors) - 1
    for places, indices, texcoords, look in layers:
        attributes = {"POSITION": accessor(b"".join(struct.pack("<3f", *p) for p in places), "VEC3", 5126, len(places),
                                           min=[min(p[k] for p in places) for k in range(3)],
                                           max=[max(p[k] for p in places) for k in range(3)])}
        if texcoords:
            data = b"".join(struct.pack("<2f", *t) for t in texcoords)
            attributes["TEXCOORD_0"] = accessor(data, "VEC2", 5126, len(texcoords))
        primitives.append({"attributes": attributes, "material": len(materials),
                           "indices": accessor(struct.pack("<%dH" % len(indices), *indices), "SCALAR", 5123,
                                               len(indices))})
        materials.append({"pbrMetallicRoughness": {**look, "metallicFactor": 0, "roughnessFactor": 0.9}})
    image = view(texture)
    text = json.dumps({"asset": {"version": "2.0", "generator": "make_island.py"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                       "meshes": [{"primitives": primitives}], "materials": materials, "textures": [{"source": 0}],
                       "images": [{"bufferView": image, "mimeType": "image/png"}], "accessors": accessors,
                       "bufferViews": views, "buffers": [{"byteLength": len(blob)}]}, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    blob += b"\0" * (-len(blob) % 4)
    return (struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(blob)) + struct.pack("<I4s", len(text), b"JSON")
            + text + struct.pack("<I4s", len(blob), b"BIN\0") + bytes(blob))


def main(folder):
    at = [SIZE * ((i + 0.5) / CELLS - 0.5) for i in range(CELLS)]     # one pixel per cell, at its center
    mask = [bytes(255 if height(x, z) > WASHED else 0 for x in at) for z in at]
    with open(folder + "/island_mask.png", "wb") as out:
        out.write(png(CELLS, mask, 0))
    with open(folder + "/assets/island.glb", "wb") as out:
        out.write(glb(colors()))


main(sys.argv[1] if len(sys.argv) > 1 else "scenes")

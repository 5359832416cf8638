#!/usr/bin/env python3
"""Writes the small models of the scenes as GLB files beside this script. Needs only Python; the same bytes every time."""
import json, math, random, struct, sys
from pathlib import Path


class Part:
    def __init__(self, color, roughness=0.7):
        self.color, self.roughness = color, roughness
        self.pattern = None  # {"pattern", "scale", "color2"}, which Undine reads from a material's extras
        self.positions, self.indices = [], []
        self.normals = []  # one for each position, or none: the reader computes them from the triangles
        self.double_sided = False

    def quad(self, a, b, c, d):
        base = len(self.positions)
        self.positions += [a, b, c, d]
        self.indices += [base, base + 1, base + 2, base, base + 2, base + 3]

    def sheet(self, a, b, c, d):
        self.quad(a, b, c, d)
        self.quad(d, c, b, a)

    def lattice(self, rows):
        """Smooth surface through rows of points; seen from outside each next row is below, points run to the right."""
        base, width = len(self.positions), len(rows[0])
        self.positions += [p for row in rows for p in row]
        for r in range(len(rows) - 1):
            for c in range(width - 1):
                i = base + r * width + c
                self.indices += [i, i + width, i + width + 1, i, i + width + 1, i + 1]

    def box(self, low, high):
        (a, b, c), (x, y, z) = low, high
        self.quad((a, b, z), (x, b, z), (x, y, z), (a, y, z))
        self.quad((x, b, c), (a, b, c), (a, y, c), (x, y, c))
        self.quad((x, b, z), (x, b, c), (x, y, c), (x, y, z))
        self.quad((a, b, c), (a, b, z), (a, y, z), (a, y, c))
        self.quad((a, y, z), (x, y, z), (x, y, c), (a, y, c))
        self.quad((a, b, c), (x, b, c), (x, b, z), (a, b, z))


def turned(points, axis_point, degrees):
    """Points turned about an axis along x through (y, z)."""
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    y0, z0 = axis_point
    return [(x, y0 + (y - y0) * c - (z - z0) * s, z0 + (y - y0) * s + (z - z0) * c) for x, y, z in points]


def write(name, parts):
    write_nodes(name, [(name, parts)])


def write_nodes(name, nodes):
    """Writes nodes, pairs of a name and parts, beside each other."""
    blob, views, accessors, meshes, materials = b"", [], [], [], []

    def add(data, target):
        nonlocal blob
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(data), "target": target})
        blob += data + b"\0" * (-len(data) % 4)
        return len(views) - 1

    single = lambda vectors: [tuple(struct.unpack("<f", struct.pack("<f", v))[0] for v in p) for p in vectors]
    for _, parts in nodes:
        primitives = []
        for part in parts:
            xyz = single(part.positions)
            view = add(b"".join(struct.pack("<3f", *p) for p in xyz), 34962)
            accessors.append({"bufferView": view, "componentType": 5126, "count": len(xyz), "type": "VEC3",
                              "min": [min(p[k] for p in xyz) for k in range(3)],
                              "max": [max(p[k] for p in xyz) for k in range(3)]})
            attributes = {"POSITION": len(accessors) - 1}
            if part.normals:
                view = add(b"".join(struct.pack("<3f", *n) for n in single(part.normals)), 34962)
                accessors.append({"bufferView": view, "componentType": 5126, "count": len(xyz), "type": "VEC3"})
                attributes["NORMAL"] = len(accessors) - 1
            view = add(struct.pack("<%dI" % len(part.indices), *part.indices), 34963)
            accessors.append({"bufferView": view, "componentType": 5125, "count": len(part.indices), "type": "SCALAR"})
            materials.append({"pbrMetallicRoughness": {"baseColorFactor": [*part.color, 1], "metallicFactor": 0,
                                                       "roughnessFactor": part.roughness}})
            if part.double_sided:
                materials[-1]["doubleSided"] = True
            if part.pattern:
                materials[-1]["extras"] = {"undine": part.pattern}
            primitives.append({"attributes": attributes, "indices": len(accessors) - 1,
                               "material": len(materials) - 1})
        meshes.append({"primitives": primitives})
    text = json.dumps({"asset": {"version": "2.0", "generator": "make_models.py"}, "scene": 0,
                       "scenes": [{"nodes": list(range(len(nodes)))}],
                       "nodes": [{"mesh": k, "name": node} for k, (node, _) in enumerate(nodes)],
                       "meshes": meshes, "materials": materials, "accessors": accessors,
                       "bufferViews": views, "buffers": [{"byteLength": len(blob)}]}, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    size = 12 + 8 + len(text) + 8 + len(blob)
    data = struct.pack("<4sII", b"glTF", 2, size) + struct.pack("<I4s", len(text), b"JSON") + text
    data += struct.pack("<I4s", len(blob), b"BIN\0") + blob
    (Path(__file__).parent / (name + ".glb")).write_bytes(data)
    print(name, len(data), "bytes")


def ball():
    """A beach ball of 1 m: six wedges and two caps."""
    colors = [(0.85, 0.05, 0.04), (0.9, 0.9, 0.88), (0.02, 0.18, 0.65), (0.9, 0.9, 0.88), (0.95, 0.65, 0.02), (0.9, 0.9, 0.88)]
    point = lambda polar, around: (0.5 * math.sin(polar) * math.sin(around), 0.5 * math.cos(polar),
                                   0.5 * math.sin(polar) * math.cos(around))
    parts = [Part(c, 0.28) for c in colors]
    cap = 0.2
    for k, part in enumerate(parts):
        columns = [2 * math.pi * (k + i / 10) / 6 for i in range(11)]
        part.lattice([[point(cap + (math.pi - 2 * cap) * j / 24, a) for a in columns] for j in range(25)])
    white = Part((0.9, 0.9, 0.88), 0.28)
    around = [2 * math.pi * i / 48 for i in range(49)]
    white.lattice([[point(cap * j / 4, a) for a in around] for j in range(5)])
    white.lattice([[point(math.pi - cap + cap * j / 4, a) for a in around] for j in range(5)])
    return parts + [white]


def lounger():
    """A sun lounger of 0.65 x 1.9 m along z, its back at -z, standing on y = 0."""
    wood, cushion, pillow = Part((0.36, 0.19, 0.09), 0.6), Part((0.86, 0.84, 0.78), 0.9), Part((0.03, 0.32, 0.42), 0.9)
    for x in (-0.32, 0.26):
        wood.box((x, 0.24, -0.3), (x + 0.06, 0.32, 1.0))
        for z in (-0.22, 0.9):
            wood.box((x, 0.0, z), (x + 0.06, 0.24, z + 0.06))
    for i in range(9):
        wood.box((-0.26, 0.27, -0.27 + 0.14 * i), (0.26, 0.30, -0.17 + 0.14 * i))
    cushion.box((-0.27, 0.32, -0.28), (0.27, 0.39, 0.98))
    for part, low, high in ((wood, (-0.32, 0.26, -1.0), (0.32, 0.31, -0.28)), (cushion, (-0.27, 0.32, -0.98), (0.27, 0.39, -0.29)),
                            (pillow, (-0.22, 0.39, -0.95), (0.22, 0.47, -0.72))):
        first = len(part.positions)
        part.box(low, high)
        part.positions[first:] = turned(part.positions[first:], (0.3, -0.28), 38)
    return [wood, cushion, pillow]


def parasol():
    """An open parasol of 2.7 m width, standing on y = 0."""
    pole, white, teal = Part((0.42, 0.24, 0.12), 0.5), Part((0.88, 0.86, 0.80), 0.95), Part((0.05, 0.36, 0.44), 0.95)
    ring = lambda r, y, n=20: [(r * math.sin(2 * math.pi * i / n), y, r * math.cos(2 * math.pi * i / n)) for i in range(n + 1)]
    pole.lattice([ring(0.03, 2.55), ring(0.03, 0.05)])
    pole.lattice([ring(0.0, 0.07), ring(0.22, 0.07), ring(0.25, 0.05), ring(0.25, 0.0)])
    sides, rows = 8, 6
    for k in range(sides):
        part = white if k % 2 else teal
        rim = []
        for j in range(rows):
            t0, t1 = j / rows, (j + 1) / rows
            corner = lambda t, a: (1.35 * t * math.sin(a), 2.5 - 0.55 * t ** 1.5, 1.35 * t * math.cos(a))
            a0, a1 = 2 * math.pi * k / sides, 2 * math.pi * (k + 1) / sides
            part.sheet(corner(t0, a0), corner(t1, a0), corner(t1, a1), corner(t0, a1))
        (x0, y, z0), (x1, _, z1) = corner(1, a0), corner(1, a1)
        part.sheet((x0, y, z0), (x0, y - 0.12, z0), (x1, y - 0.12, z1), (x1, y, z1))
    return [pole, white, teal]


def palm():
    """A young palm of about 3.6 m, standing on y = 0."""
    rng = random.Random(7)
    trunk, light, dark = Part((0.27, 0.19, 0.12), 0.9), Part((0.13, 0.26, 0.045), 0.55), Part((0.07, 0.17, 0.03), 0.55)
    rows = []
    for j in range(29):
        t = j / 28
        y, lean = 2.7 * (1 - t), 0.35 * (1 - t) ** 2
        r = (0.09 + 0.05 * t + 0.05 * max(0, t - 0.85) / 0.15) * (1.0 + 0.10 * (j % 2))
        rows.append([(lean + r * math.sin(2 * math.pi * i / 14), y, r * math.cos(2 * math.pi * i / 14)) for i in range(15)])
    trunk.lattice(rows)
    for k in range(20):
        around = 2.399963 * k + rng.uniform(-0.15, 0.15)
        lift, length = 1.15 - 0.075 * k + rng.uniform(-0.08, 0.08), rng.uniform(1.3, 1.7)
        out, side = (math.sin(around), math.cos(around)), (math.cos(around), -math.sin(around))
        spine = []
        x, y, slope = 0.0, 2.68, lift
        for j in range(15):
            spine.append((0.35 + out[0] * x, y, out[1] * x))
            x += length / 14 * math.cos(slope)
            y += length / 14 * math.sin(slope)
            slope -= 0.17
        part = light if k % 3 else dark
        for j in range(1, 14):
            width = 0.42 * math.sin(math.pi * min(1, (j + 0.6) / 14.5)) ** 0.7
            (x, y, z), (nx, ny, nz) = spine[j], spine[j + 1]
            part.sheet((x - 0.012 * side[0], y, z - 0.012 * side[1]), (x + 0.012 * side[0], y, z + 0.012 * side[1]),
                       (nx + 0.01 * side[0], ny, nz + 0.01 * side[1]), (nx - 0.01 * side[0], ny, nz - 0.01 * side[1]))
            for sign in (-1, 1):
                for h in (0.0, 0.5):
                    mx, my, mz = (x + (nx - x) * h, y + (ny - y) * h, z + (nz - z) * h)
                    ex, ey, ez = (x + (nx - x) * (h + 0.36), y + (ny - y) * (h + 0.36), z + (nz - z) * (h + 0.36))
                    fx, fz = out[0] * 0.5 * width, out[1] * 0.5 * width
                    droop = -0.38 * width + rng.uniform(-0.03, 0.03)
                    tip = (mx + sign * side[0] * width + fx, my + droop, mz + sign * side[1] * width + fz)
                    mid = ((mx + tip[0]) / 2 + out[0] * 0.02, (my + tip[1]) / 2 + 0.06 * width, (mz + tip[2]) / 2 + out[1] * 0.02)
                    part.sheet((mx, my, mz), mid, tip, (ex, ey, ez))
    return [trunk, light, dark]


def hedge():
    """A clipped hedge of 4 x 1.1 x 0.7 m on y = 0: a dark core under leaves."""
    rng = random.Random(11)
    core, leaves = Part((0.035, 0.075, 0.02), 0.9), [Part(c, 0.6) for c in ((0.10, 0.22, 0.04), (0.14, 0.28, 0.05), (0.07, 0.17, 0.035))]
    core.box((-1.95, 0.0, -0.30), (1.95, 1.05, 0.30))
    faces = [((0, 0, 1), 4.0 * 1.1), ((0, 0, -1), 4.0 * 1.1), ((0, 1, 0), 4.0 * 0.7), ((1, 0, 0), 0.7 * 1.1), ((-1, 0, 0), 0.7 * 1.1)]
    for n, area in faces:
        for _ in range(int(area * 230)):
            p = [rng.uniform(-1.97, 1.97), rng.uniform(0.02, 1.08), rng.uniform(-0.32, 0.32)]
            depth = rng.uniform(-0.03, 0.05)
            for k, half in ((0, 1.97), (2, 0.32)):
                if n[k]:
                    p[k] = n[k] * (half + depth)
            if n[1]:
                p[1] = 1.07 + depth
            a = [rng.gauss(0, 1) for _ in range(3)]
            facing = [n[k] + 0.55 * rng.gauss(0, 1) for k in range(3)]
            u = [a[1] * facing[2] - a[2] * facing[1], a[2] * facing[0] - a[0] * facing[2], a[0] * facing[1] - a[1] * facing[0]]
            length = math.sqrt(sum(x * x for x in u)) or 1
            u = [x / length for x in u]
            v = [facing[1] * u[2] - facing[2] * u[1], facing[2] * u[0] - facing[0] * u[2], facing[0] * u[1] - facing[1] * u[0]]
            length = math.sqrt(sum(x * x for x in v)) or 1
            v = [x / length for x in v]
            s, w = rng.uniform(0.04, 0.07), rng.uniform(0.018, 0.03)
            at = lambda x, y: tuple(p[k] + x * u[k] + y * v[k] for k in range(3))
            rng.choice(leaves).sheet(at(-s, 0), at(0, -w), at(s, 0), at(0, w))
    return [core] + leaves


def hull_rows(scale, drop, sections, around):
    """Cross-sections of a rowing boat of 3 m along x, bow at +x: points from port gunwale over the keel to starboard."""
    rows = []
    for i in range(sections + 1):
        t = i / sections
        x = -1.45 + 2.95 * t
        beam = 0.58 * (1 - max(0.0, (t - 0.45) / 0.55) ** 2.2) * (0.78 + 0.22 * min(1.0, t / 0.35)) + 0.015
        keel = -0.30 + 0.34 * max(0.0, (t - 0.62) / 0.38) ** 2.6
        sheer = 0.24 + 0.10 * max(0.0, (t - 0.4) / 0.6) ** 2 + 0.02 * (1 - t)
        row = []
        for k in range(around + 1):
            a = math.pi * k / around
            side, down = math.cos(a), math.sin(a)
            z = scale(beam) * math.copysign(abs(side) ** 0.75, side)
            y = sheer - (sheer - keel - drop) * down ** 0.8
            row.append((x, y, z))
        rows.append(row)
    return rows


def closed_hull(rows, color):
    """Cross-sections closed by a deck between the gunwales: what floats, and where no water is drawn."""
    part = Part(color)
    for a, b in zip(rows, rows[1:]):
        for k in range(len(a) - 1):
            part.quad(a[k], a[k + 1], b[k + 1], b[k])
        part.quad(a[-1], a[0], b[0], b[-1])
    for row, front in ((rows[0], False), (rows[-1], True)):
        for k in range(1, len(row) - 1):
            corner = (row[0], row[k], row[k + 1])
            base = len(part.positions)
            part.positions += corner
            part.indices += [base, base + 1, base + 2] if front else [base, base + 2, base + 1]
    return [part]


def boat_hull():
    """The outside of the rowing boat."""
    return closed_hull(hull_rows(lambda b: b, 0.0, 14, 8), (0.5, 0.3, 0.15))


def boat():
    """A rowing boat, open: planking outside and inside, gunwale, thwarts, transom."""
    white, wood, trim = Part((0.80, 0.78, 0.72), 0.45), Part((0.40, 0.23, 0.10), 0.6), Part((0.12, 0.22, 0.30), 0.5)
    outer, inner = hull_rows(lambda b: b, 0.0, 28, 20), hull_rows(lambda b: max(b - 0.035, 0.004), 0.035, 28, 20)
    inner[0] = [(x + 0.05, y, z) for x, y, z in inner[0]]
    inner[-1] = [(x - 0.04, y, z) for x, y, z in inner[-1]]
    white.lattice([[p for p in row] for row in outer][::-1])
    wood.lattice([[p for p in row] for row in inner])
    for a, b, c, d in zip(outer, outer[1:], inner, inner[1:]):
        trim.quad(a[0], b[0], d[0], c[0])
        trim.quad(c[-1], d[-1], b[-1], a[-1])
    for rows, other, front in ((outer[0], inner[0], False), (outer[-1], inner[-1], True)):
        for k in range(len(rows) // 2):
            a, b, c, d = rows[k], rows[k + 1], rows[-2 - k], rows[-1 - k]
            white.quad(*((a, b, c, d) if front else (d, c, b, a)))
            a, b, c, d = other[k], other[k + 1], other[-2 - k], other[-1 - k]
            wood.quad(*((d, c, b, a) if front else (a, b, c, d)))
        trim.sheet(rows[0], rows[-1], other[-1], other[0])
    for x, half in ((-1.0, 0.44), (-0.1, 0.52), (0.7, 0.40)):
        wood.box((x - 0.12, 0.06, -half), (x + 0.12, 0.095, half))
    return [white, wood, trim]


def trawler_rows(sections, around, inset=0.0, drop=0.0):
    """The rowing boat's sections at 14 m, with a high bow."""
    rows = hull_rows(lambda b: max(b - inset / 4.6, 0.004), drop / 4.6, sections, around)
    lift = lambda x: 0.16 * max(0.0, (x + 0.2) / 1.7) ** 2
    return [[(4.6 * x, 4.6 * (y + lift(x) * max(0.0, y + 0.1) / 0.34), 4.6 * z) for x, y, z in row] for row in rows]


def trawler_hull():
    """The outside of the trawler."""
    return closed_hull(trawler_rows(14, 8), (0.1, 0.2, 0.4))


def trawler():
    """A fishing boat of 14 m, bow at +x: hull, deck, wheelhouse, mast with boom, gantry, rails."""
    blue, white, deck = Part((0.03, 0.10, 0.22), 0.4), Part((0.82, 0.81, 0.77), 0.45), Part((0.34, 0.25, 0.16), 0.7)
    rust, dark, steel = Part((0.30, 0.05, 0.03), 0.6), Part((0.02, 0.03, 0.04), 0.15), Part((0.45, 0.45, 0.43), 0.5)
    outer, inner = trawler_rows(28, 20), trawler_rows(28, 20, 0.12, 0.9)
    upper = [row[:5] for row in outer]
    other = [row[-5:] for row in outer]
    blue.lattice(upper[::-1])
    blue.lattice(other[::-1])
    rust.lattice([row[4:-4] for row in outer][::-1])
    white.lattice([[p for p in row] for row in inner])
    for a, b, c, d in zip(outer, outer[1:], inner, inner[1:]):
        white.quad(a[0], b[0], d[0], c[0])
        white.quad(c[-1], d[-1], b[-1], a[-1])
    for rows, front in ((outer[0], False), (outer[-1], True)):
        for k in range(len(rows) // 2):
            a, b, c, d = rows[k], rows[k + 1], rows[-2 - k], rows[-1 - k]
            blue.quad(*((a, b, c, d) if front else (d, c, b, a)))
    for a, b in zip(inner, inner[1:]):  # a deck between the sides, half a meter under the gunwale
        half = [min(abs(a[0][2]), abs(b[0][2])) - 0.02] * 2
        y = [max(0.45, p[0][1] - 0.75) for p in (a, b)]
        deck.quad((a[0][0], y[0], half[0]), (b[0][0], y[1], half[1]), (b[0][0], y[1], -half[1]), (a[0][0], y[0], -half[0]))
    white.box((-0.6, 0.45, -1.25), (2.3, 2.75, 1.25))
    white.box((0.5, 2.75, -1.05), (2.1, 4.35, 1.05))
    dark.box((0.45, 3.35, -1.08), (2.16, 4.0, 1.08))
    white.box((0.3, 4.35, -1.25), (2.4, 4.5, 1.25))
    rust.box((-0.5, 2.75, -0.35), (0.1, 4.1, 0.35))
    steel.box((0.9, 4.5, -0.07), (1.04, 8.2, 0.07))
    steel.box((0.6, 7.1, -0.8), (1.2, 7.2, 0.8))
    for z in (-1.5, 1.5):
        steel.box((-5.2, 0.4, z - 0.1), (-5.0, 4.2, z + 0.1))
    steel.box((-5.2, 4.1, -1.6), (-5.0, 4.3, 1.6))
    for k in range(12):  # a boom from the mast to the gantry
        t = k / 12
        steel.box((1.0 - 6.0 * t - 0.55, 5.4 - 1.2 * t - 0.1, -0.07), (1.0 - 6.0 * t, 5.4 - 1.2 * t + 0.05, 0.07))
    rust.box((-4.4, 0.45, -0.9), (-3.2, 1.5, 0.9))
    for z in (-1.35, 1.35):
        white.box((3.0, 1.9, z * 0.85 - 0.04), (5.0, 1.98, z * 0.85 + 0.04))
    return [blue, white, deck, rust, dark, steel]


if __name__ == "__main__":
    for make in (ball, lounger, parasol, palm, hedge, boat_hull, boat, trawler_hull, trawler):
        if len(sys.argv) < 2 or make.__name__ in sys.argv[1:]:
            write(make.__name__, make())

#!/usr/bin/env python3
"""Writes trees, a bush, reeds and stones as GLB files beside this script, for "terrain.scatter": each with its levels
of detail, nodes NAME_LOD0 to NAME_LOD2. Needs only Python; the same bytes every time."""
import math
import random
import sys

from make_garden import limb, noise
from make_models import Part, write_nodes


def add(a, b, f=1.0):
    return tuple(p + f * q for p, q in zip(a, b))


def unit(v):
    length = math.sqrt(sum(c * c for c in v)) or 1.0
    return tuple(c / length for c in v)


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def leaf(color, roughness=0.95):
    part = Part(color, roughness)
    part.double_sided = True
    return part


def triangle(part, corners, normals):
    base = len(part.positions)
    part.positions += corners
    part.normals += [unit(n) for n in normals]
    part.indices += [base, base + 1, base + 2]


def with_normals(part):
    """Smooth normals of the triangles of a part that lacks some."""
    sums = [[0.0, 0.0, 0.0] for _ in part.positions]
    for i in range(0, len(part.indices), 3):
        a, b, c = (part.positions[part.indices[i + k]] for k in range(3))
        n = cross(add(b, a, -1), add(c, a, -1))
        for k in range(3):
            for c in range(3):
                sums[part.indices[i + k]][c] += n[c]
    part.normals = [unit(n) for n in sums]
    return part


def spray(parts, rng, at, outward, size, leaves, bend):
    """Pointed leaves from one point, in a plane across `outward`, drooping a little. bend(p): the normal at p."""
    n = unit(add(outward, (rng.gauss(0, 0.45), rng.gauss(0, 0.45), rng.gauss(0, 0.45))))
    u = unit(cross(n, (0.3, 1, 0.1) if abs(n[1]) < 0.9 else (1, 0, 0)))
    v = cross(n, u)
    turn = rng.uniform(0, 2 * math.pi)
    part = parts()
    for k in range(leaves):
        a = turn + 2 * math.pi * (k + rng.uniform(-0.25, 0.25)) / leaves
        reach, wide = size * rng.uniform(0.75, 1.25), 2 * math.pi / leaves * rng.uniform(0.30, 0.44)
        way = lambda angle, r: tuple(at[c] + r * (math.cos(angle) * u[c] + math.sin(angle) * v[c]) + 0.30 * r * n[c] for c in range(3))
        tip = add(way(a, reach), (0, -0.15 * reach, 0))
        corners = [way(a - wide, 0.12 * reach), tip, way(a + wide, 0.62 * reach)]
        triangle(part, corners, [bend(c) for c in corners])


class Crown:
    """Lobes of leaves about their centers; shades from dark, below and inside, to light."""
    def __init__(self, lobes, shades, middle):
        self.lobes, self.middle = lobes, middle
        self.parts = [leaf(c) for c in shades]

    def shade(self, rng, light):
        n = len(self.parts)
        return self.parts[min(n - 1, max(0, int(n * (light + rng.gauss(0, 0.13)))))]

    def fill(self, rng, sprays, size, leaves):
        area = [r * r for _, r in self.lobes]
        for (center, radius), share in zip(self.lobes, area):
            count = max(1, round(sprays * share / sum(area)))
            for k in range(count):
                # Even over the ball, fewer below.
                y = 1 - 2 * (k + 0.5) / count
                y = y if y > -0.5 or k % 2 else -y
                around = 2.399963 * k + 7 * radius
                flat = math.sqrt(max(0.0, 1 - y * y))
                way = (flat * math.cos(around), y, flat * math.sin(around))
                depth = rng.uniform(0.74, 1.04)
                at = tuple(center[c] + radius * depth * way[c] * (0.86 if c == 1 else 1) for c in range(3))
                outer = unit(add(at, self.middle, -1))
                light = 0.5 + 0.32 * way[1] + 0.20 * outer[1] + 1.2 * (depth - 0.95)
                bend = lambda p: add(add(unit(add(p, center, -1)), unit(add(p, self.middle, -1)), 0.8), (0, 0.35, 0))
                spray(lambda: self.shade(rng, light), rng, at, way, size * rng.uniform(0.8, 1.25), leaves, bend)
        return [p for p in self.parts if p.indices]

    def flakes(self, rng, count, size):
        """Single triangles on the lobes, for a smaller picture of the crown."""
        whole = sum(r * r for _, r in self.lobes)
        for center, radius in self.lobes:
            own = max(1, round(count * radius * radius / whole))
            for k in range(own):
                y = 1 - 2 * (k + 0.5) / own
                flat, around = math.sqrt(1 - y * y), 2.399963 * k + 7 * radius
                way = (flat * math.cos(around), y, flat * math.sin(around))
                at = tuple(center[c] + 0.86 * radius * way[c] * (0.86 if c == 1 else 1) for c in range(3))
                n = unit(add(way, (rng.gauss(0, 0.35), rng.gauss(0, 0.35), rng.gauss(0, 0.35))))
                u = unit(cross(n, (0.3, 1, 0.1) if abs(n[1]) < 0.9 else (1, 0, 0)))
                v, turn = cross(n, u), rng.uniform(0, 2 * math.pi)
                corners = []
                for c in range(3):
                    a, r = turn + 2 * math.pi * c / 3 + rng.uniform(-0.3, 0.3), size * rng.uniform(0.8, 1.3)
                    corners.append(tuple(at[m] + r * (math.cos(a) * u[m] + math.sin(a) * v[m]) for m in range(3)))
                outer = unit(add(at, self.middle, -1))
                bend = [add(add(unit(add(c, center, -1)), unit(add(c, self.middle, -1)), 0.8), (0, 0.35, 0)) for c in corners]
                triangle(self.shade(rng, 0.5 + 0.32 * way[1] + 0.20 * outer[1]), corners, bend)
        return [p for p in self.parts if p.indices]


def tuft(rng, shades, count, middle, half, size, stem):
    """Loose triangles on an ellipsoid: foliage of a few pixels, with 2 triangles of a stem up to the middle."""
    parts = [leaf(c) for c in shades]
    for k in range(count):
        y = 1 - 2 * (k + 0.5) / count
        flat, around = math.sqrt(1 - y * y), 2.399963 * k
        way = (flat * math.cos(around), y, flat * math.sin(around))
        at = tuple(m + 0.72 * h * w for m, h, w in zip(middle, half, way))
        n = unit(add(way, (rng.gauss(0, 0.3), rng.gauss(0, 0.3), rng.gauss(0, 0.3))))
        u = unit(cross(n, (0.3, 1, 0.1) if abs(n[1]) < 0.9 else (1, 0, 0)))
        v, turn = cross(n, u), rng.uniform(0, 2 * math.pi)
        corners = []
        for c in range(3):
            a, r = turn + 2 * math.pi * c / 3, size * rng.uniform(0.85, 1.25)
            corners.append(tuple(at[m] + r * (math.cos(a) * u[m] + math.sin(a) * v[m]) for m in range(3)))
        shade = int(len(shades) * (0.5 + 0.33 * way[1] + rng.gauss(0, 0.12)))
        bend = [add(unit(add(c, middle, -1)), add(way, (0, 0.5, 0))) for c in corners]
        triangle(parts[min(len(shades) - 1, max(0, shade))], corners, bend)
    wood = leaf(stem[1])
    for x, z in ((stem[0], 0), (0, stem[0])):
        corners = [(-x, 0, -z), (x, 0, z), tuple(middle)]
        triangle(wood, corners, [(0.4, 0.4, 0.4)] * 3)
    return [p for p in parts if p.indices] + [wood]


GREENS = [(0.018, 0.034, 0.010), (0.030, 0.056, 0.014), (0.046, 0.082, 0.018), (0.066, 0.108, 0.024), (0.092, 0.132, 0.030)]


def tree():
    """A broad-leaved tree of 10 m."""
    rng = random.Random(3)
    bark = Part((0.115, 0.092, 0.070), 0.95)
    limb(bark, (0, -0.4, 0), (0.06, 0.5, 0.02), 0.36, 0.24, 9)
    limb(bark, (0.06, 0.5, 0.02), (0.10, 3.0, -0.05), 0.24, 0.19, 9)
    limb(bark, (0.10, 3.0, -0.05), (-0.05, 6.2, 0.1), 0.19, 0.09, 7)
    lobes = [((0.0, 8.0, 0.1), 1.75), ((-0.1, 5.9, 0.0), 2.1)]
    for k in range(8):
        turn, rise = 2.399963 * k + rng.uniform(-0.3, 0.3), 3.0 + 0.34 * k
        out = (3.0 - 0.17 * k) * rng.uniform(0.82, 1.05)
        end = (out * math.cos(turn), rise + 1.5 + rng.uniform(-0.3, 0.5), out * math.sin(turn))
        start = (0.08, rise, 0.0)
        mid = tuple(0.5 * (a + b) for a, b in zip(start, end))
        mid = (mid[0], mid[1] + 0.35, mid[2])
        limb(bark, start, mid, 0.11, 0.075, 5)
        limb(bark, mid, end, 0.075, 0.03, 5)
        lobes.append((end, rng.uniform(1.25, 1.7)))
    middle = (0.0, 5.2, 0.0)
    full = Crown(lobes, GREENS, middle).fill(rng, 560, 0.46, 5) + [with_normals(bark)]
    stem = Part((0.115, 0.092, 0.070), 0.95)
    limb(stem, (0, -0.4, 0), (0.05, 4.5, 0), 0.28, 0.14, 4)
    reduced = Crown(lobes, GREENS[:4], middle).flakes(random.Random(4), 150, 0.78) + [with_normals(stem)]
    far = tuft(random.Random(9), GREENS[:4], 14, (0, 5.9, 0), (3.9, 3.7, 3.9), 2.5, (0.3, (0.115, 0.092, 0.070)))
    return [full, reduced, far]


NEEDLES = [(0.014, 0.030, 0.014), (0.023, 0.046, 0.020), (0.035, 0.066, 0.026), (0.054, 0.090, 0.034)]


def conifer():
    """A spruce of 12 m."""
    rng = random.Random(8)
    bark = Part((0.095, 0.070, 0.055), 0.95)
    limb(bark, (0, -0.4, 0), (0.02, 5.5, 0), 0.26, 0.13, 8)
    limb(bark, (0.02, 5.5, 0), (0, 11.6, 0), 0.13, 0.02, 6)
    parts = [leaf(c) for c in NEEDLES]
    bend_at = lambda p: add((p[0], 0.0, p[2]), (0, 0.75 * math.hypot(p[0], p[2]) + 0.4, 0))
    whorls = 21
    for w in range(whorls):
        t = w / (whorls - 1)
        y = 0.9 + 10.7 * t ** 0.95
        reach = (2.65 * (1 - t) ** 0.80 + 0.18) * rng.uniform(0.85, 1.10)
        branches = max(4, round(9 - 4 * t))
        for b in range(branches):
            turn = 2 * math.pi * (b + rng.uniform(-0.25, 0.25)) / branches + 1.3 * w
            r = reach * rng.uniform(0.75, 1.12)
            lift, droop = rng.uniform(0.02, 0.16), 0.26 + 0.22 * (1 - t)
            way, side = (math.cos(turn), 0, math.sin(turn)), (-math.sin(turn), 0, math.cos(turn))
            spine = lambda s: (way[0] * r * s, y + r * (lift * s - droop * s * s), way[2] * r * s)
            for k in range(4):
                s = 0.10 + 0.78 * k / 3
                a, b2 = spine(s), spine(min(1.12, s + 0.40))
                width = r * (0.42 - 0.30 * s)
                part = parts[min(3, max(0, int(4 * (0.10 + 0.56 * s + 0.14 * t + rng.gauss(0, 0.13)))))]
                for sign in (-1, 1):
                    tip = add(add(spine(min(1.1, s + 0.20)), side, sign * width), (0, -0.26 * width - 0.05 * r, 0))
                    triangle(part, [a, tip, b2], [bend_at(a), bend_at(tip), bend_at(b2)])
    full = [p for p in parts if p.indices] + [with_normals(bark)]

    def skirts(levels, around, shades, seed):
        rng = random.Random(seed)
        out = [leaf(c) for c in shades]
        for w in range(levels):
            t = w / levels
            y, top = 0.9 + 10.4 * t, 0.9 + 10.4 * min(1.0, (w + 1.7) / levels) + 0.3
            r = 2.75 * (1 - t) ** 0.85
            for k in range(around):
                a, b = 2 * math.pi * (k + 0.5 * w) / around, 2 * math.pi * (k + 1 + 0.5 * w) / around
                jag = r * rng.uniform(0.82, 1.12)
                p = [(0, min(top, 11.9), 0), (jag * math.cos(a), y - 0.1 * r, jag * math.sin(a)), (r * 0.9 * math.cos(b), y + 0.12 * r, r * 0.9 * math.sin(b))]
                triangle(out[(k + w) % len(out)], p, [bend_at(q) for q in p])
        return [p for p in out if p.indices]

    stem = Part((0.095, 0.070, 0.055), 0.95)
    limb(stem, (0, -0.4, 0), (0, 3, 0), 0.24, 0.18, 4)
    return [full, skirts(9, 10, NEEDLES[1:4], 2) + [with_normals(stem)], skirts(3, 5, NEEDLES[1:3], 3)]


def bush():
    """A bush of 1.6 m."""
    rng = random.Random(12)
    lobes = [((0.0, 0.80, 0.0), 0.72), ((0.55, 0.52, 0.2), 0.52), ((-0.5, 0.55, 0.25), 0.55), ((0.05, 0.5, -0.6), 0.5)]
    greens = [(0.026, 0.044, 0.014), (0.046, 0.074, 0.021), (0.072, 0.104, 0.030), (0.100, 0.130, 0.040)]
    middle = (0, 0.3, 0)
    wood = Part((0.09, 0.07, 0.05), 0.95)
    for k in range(5):
        turn = 2 * math.pi * k / 5
        limb(wood, (0.05 * math.cos(turn), -0.1, 0.05 * math.sin(turn)), (0.45 * math.cos(turn), 0.75, 0.45 * math.sin(turn)), 0.025, 0.01, 3)
    full = Crown(lobes, greens, middle).fill(rng, 200, 0.20, 5) + [with_normals(wood)]
    reduced = Crown(lobes, greens, middle).flakes(random.Random(5), 96, 0.23)
    far = tuft(random.Random(6), greens, 14, (0, 0.7, 0), (1.0, 0.8, 1.0), 0.6, (0.1, (0.09, 0.07, 0.05)))
    return [full, reduced, far]


def reeds():
    """A clump of reeds of 1.5 m, some with cattails."""
    greens = [(0.058, 0.088, 0.020), (0.085, 0.115, 0.028), (0.125, 0.135, 0.042)]

    def blades(rng, count, segments, width, radius):
        parts = [leaf(c, 0.8) for c in greens]
        for n in range(count):
            turn, out = rng.uniform(0, 2 * math.pi), radius * math.sqrt(rng.random())
            foot = (out * math.cos(turn), -0.1, out * math.sin(turn))
            way, height = turn + rng.gauss(0, 0.8), rng.uniform(0.75, 1.5)
            lean = rng.uniform(0.05, 0.34) * height
            face = rng.uniform(0, math.pi)
            side = (math.cos(face), 0, math.sin(face))
            part = parts[min(2, int(3 * rng.random() ** 1.3))]
            spine = lambda t: (foot[0] + lean * t * t * math.cos(way), foot[1] + height * t * (1 - 0.12 * t), foot[2] + lean * t * t * math.sin(way))
            bend = (0.35 * math.cos(turn), 1.0, 0.35 * math.sin(turn))
            for s in range(segments):
                a, b = spine(s / segments), spine((s + 1) / segments)
                wa, wb = width * (1 - (s / segments) ** 2), width * (1 - ((s + 1) / segments) ** 2)
                p, q, r = add(a, side, -wa), add(a, side, wa), add(b, side, wb)
                triangle(part, [p, q, r], [bend] * 3)
                if wb > 1e-6:
                    triangle(part, [p, r, add(b, side, -wb)], [bend] * 3)
        return parts

    rng = random.Random(6)
    full = blades(rng, 46, 3, 0.017, 0.42)
    brown = Part((0.075, 0.038, 0.018), 0.9)
    for k in range(4):
        x, z, y = rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(1.15, 1.4)
        limb(brown, (x, -0.1, z), (x, y, z), 0.006, 0.005, 3)
        limb(brown, (x, y, z), (x, y + 0.16, z), 0.022, 0.020, 5)
    keep = lambda parts: [p for p in parts if p.indices]
    return [keep(full) + [with_normals(brown)], keep(blades(random.Random(7), 22, 2, 0.030, 0.42)),
            keep(blades(random.Random(8), 16, 1, 0.06, 0.40))]


def rock(size, seed, color, rows, around, lift):
    """A stone with facets that `seed` cuts, of which `lift` of the half height lies over y = 0."""
    rng = random.Random(seed)
    planes = []
    for _ in range(15):
        planes.append((unit([rng.gauss(0, 1) for _ in range(3)]), rng.uniform(0.62, 0.95)))
    part = Part(color, 0.9)

    def point(j, i):
        polar, turn = math.pi * j / rows, 2 * math.pi * (i % around) / around
        d = (math.sin(polar) * math.sin(turn), math.cos(polar), math.sin(polar) * math.cos(turn))
        r = 1.08
        for n, reach in planes:
            along = sum(a * b for a, b in zip(n, d))
            if along > 0.05:
                r = min(r, reach / along)
        for octave, share in ((1.9, 0.20), (4.3, 0.10), (9.1, 0.045)):
            r += share * (noise([octave * c + 7.7 * seed for c in d], seed) - 0.5)
        return (size[0] * r * d[0], size[1] * (r * d[1] + lift), size[2] * r * d[2])

    part.lattice([[point(j, i) for i in range(around + 1)] for j in range(rows + 1)])
    kept = []
    for i in range(0, len(part.indices), 3):  # poles have triangles without area
        corner = [part.positions[k] for k in part.indices[i:i + 3]]
        n = cross(add(corner[1], corner[0], -1), add(corner[2], corner[0], -1))
        if sum(c * c for c in n) > 1e-16:
            kept += part.indices[i:i + 3]
    part.indices = kept
    return with_normals(part)


def stone(size, seed, color, lift):
    inner = tuple(0.94 * s for s in size)  # coarser ones, which cast shadows on the finest, lie within it
    return [[rock(size, seed, color, 17, 24, lift)], [rock(inner, seed, color, 6, 9, lift)], [rock(size, seed, color, 3, 4, lift)]]


def boulder_round():
    """A boulder 1.5 m wide."""
    return stone((0.86, 0.62, 0.74), 31, (0.135, 0.128, 0.118), 0.40)


def boulder_flat():
    """A flat boulder 2 m wide."""
    return stone((1.06, 0.40, 0.80), 44, (0.118, 0.114, 0.108), 0.30)


def boulder_steep():
    """A pointed boulder 1.4 m high."""
    return stone((0.70, 0.92, 0.62), 60, (0.150, 0.140, 0.126), 0.50)


if __name__ == "__main__":
    for make in (tree, conifer, bush, reeds, boulder_round, boulder_flat, boulder_steep):
        if len(sys.argv) < 2 or make.__name__ in sys.argv[1:]:
            levels = make()
            name = "plant_" + make.__name__ if "boulder" not in make.__name__ else make.__name__
            print([sum(len(p.indices) for p in level) // 3 for level in levels], end=" ")
            write_nodes(name, [("%s_LOD%d" % (name, k), parts) for k, parts in enumerate(levels)])

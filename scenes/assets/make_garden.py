#!/usr/bin/env python3
"""Writes the models of scenes/garden.json as GLB files beside this script: boulders, reeds, a maple, a lantern, a well
stone. Needs only Python; the same bytes every time."""
import math
import random
import sys

from make_models import Part, write


def hashed(i, j, k, seed):
    n = (i * 374761393 + j * 668265263 + k * 1440662683 + seed * 2147483647 + 0x5bd1e995) & 0xffffffff
    n = ((n ^ (n >> 13)) * 1274126177) & 0xffffffff
    return ((n ^ (n >> 16)) & 0xffff) / 65535.0


def noise(p, seed):
    cell = [math.floor(c) for c in p]
    f = [c - b for c, b in zip(p, cell)]
    f = [t * t * (3 - 2 * t) for t in f]
    total = 0.0
    for corner in range(8):
        bits = [(corner >> k) & 1 for k in range(3)]
        weight = 1.0
        for k in range(3):
            weight *= f[k] if bits[k] else 1 - f[k]
        total += weight * hashed(*[cell[k] + bits[k] for k in range(3)], seed)
    return total


def boulder(size, seed, color, rows=22, around=32):
    """A weathered stone about the origin: a ball with a few planes cut off and rough all over."""
    rng = random.Random(seed)
    part = Part(color, 0.85)
    planes = []
    for _ in range(9):
        n = [rng.gauss(0, 1) for _ in range(3)]
        length = math.sqrt(sum(c * c for c in n))
        planes.append(([c / length for c in n], rng.uniform(0.62, 0.92)))

    def point(j, i):
        polar, turn = math.pi * j / rows, 2 * math.pi * (i % around) / around
        d = (math.sin(polar) * math.sin(turn), math.cos(polar), math.sin(polar) * math.cos(turn))
        r = 1.0
        for n, reach in planes:
            along = sum(a * b for a, b in zip(n, d))
            if along > 0.05:
                r = min(r, reach / along)
        for octave, share in ((2.1, 0.16), (4.7, 0.07), (10.3, 0.03)):
            r += share * (noise([octave * c + 7.7 * seed for c in d], seed) - 0.5)
        return tuple(size[k] * r * d[k] for k in range(3))

    part.lattice([[point(j, i) for i in range(around + 1)] for j in range(rows + 1)])
    return part


def garden_rocks():
    """Five boulders in a group on y = 0, 2.4 m wide."""
    greys = [(0.30, 0.285, 0.26), (0.24, 0.235, 0.225), (0.36, 0.33, 0.29), (0.27, 0.26, 0.24), (0.33, 0.31, 0.28)]
    places = [(0.0, 0.18, 0.0, (0.62, 0.55, 0.48)), (0.75, 0.10, 0.25, (0.42, 0.30, 0.36)), (-0.72, 0.08, 0.18, (0.40, 0.26, 0.44)),
              (0.28, 0.05, 0.55, (0.30, 0.18, 0.24)), (-0.25, 0.04, -0.55, (0.36, 0.22, 0.28))]
    parts = []
    for n, ((x, y, z, size), grey) in enumerate(zip(places, greys)):
        part = boulder(size, 3 + n, grey)
        part.positions = [(px + x, py + y, pz + z) for px, py, pz in part.positions]
        parts.append(part)
    return parts


def garden_stone():
    """One boulder about the origin, 0.9 m wide."""
    return [boulder((0.45, 0.33, 0.36), 21, (0.29, 0.275, 0.25), 26, 40)]


def garden_reeds():
    """A clump of reeds of 1.1 m on y = 0, some with cattails."""
    rng = random.Random(5)
    green, pale, brown = Part((0.085, 0.17, 0.035), 0.6), Part((0.19, 0.24, 0.06), 0.6), Part((0.12, 0.055, 0.025), 0.9)
    for n in range(90):
        turn, out = rng.uniform(0, 2 * math.pi), 0.26 * math.sqrt(rng.random())
        x, z, y = out * math.sin(turn), out * math.cos(turn), 0.0
        lean = rng.uniform(0.02, 0.32) * (0.4 + 2.0 * out)
        way = turn + rng.gauss(0, 0.7)
        height, width = rng.uniform(0.6, 1.15), rng.uniform(0.007, 0.013)
        face = rng.uniform(0, math.pi)
        sx, sz = math.cos(face), math.sin(face)
        part = green if rng.random() < 0.68 else pale
        last, steps = (x, y, z), 6
        for s in range(steps):
            t = (s + 1) / steps
            bend = lean * t * t * height
            here = (x + bend * math.sin(way) * 1.6, height * t - 0.35 * bend * t, z + bend * math.cos(way) * 1.6)
            wa, wb = width * (1 - (s / steps) ** 2), width * (1 - t ** 2) + 0.0005
            part.sheet((last[0] - sx * wa, last[1], last[2] - sz * wa), (last[0] + sx * wa, last[1], last[2] + sz * wa),
                       (here[0] + sx * wb, here[1], here[2] + sz * wb), (here[0] - sx * wb, here[1], here[2] - sz * wb))
            last = here
        if n % 11 == 0:
            tall = height * 0.9
            rows = []
            for j in range(8):
                t = j / 7
                r = 0.017 * math.sin(math.pi * min(max(t, 0.03), 0.97)) ** 0.4
                rows.append([(x + r * math.sin(2 * math.pi * i / 8), tall + 0.11 * (1 - t), z + r * math.cos(2 * math.pi * i / 8)) for i in range(9)])
            brown.lattice(rows)
            pale.box((x - 0.003, 0, z - 0.003), (x + 0.003, tall, z + 0.003))
    return [green, pale, brown]


def limb(part, a, b, ra, rb, around=8):
    """A tapering piece of a branch from a to b."""
    axis = [q - p for p, q in zip(a, b)]
    length = math.sqrt(sum(c * c for c in axis)) or 1
    axis = [c / length for c in axis]
    other = (1, 0, 0) if abs(axis[0]) < 0.7 else (0, 0, 1)
    u = [axis[1] * other[2] - axis[2] * other[1], axis[2] * other[0] - axis[0] * other[2], axis[0] * other[1] - axis[1] * other[0]]
    length = math.sqrt(sum(c * c for c in u))
    u = [c / length for c in u]
    v = [axis[1] * u[2] - axis[2] * u[1], axis[2] * u[0] - axis[0] * u[2], axis[0] * u[1] - axis[1] * u[0]]

    def ring(p, r):
        return [tuple(p[k] + r * (math.cos(2 * math.pi * i / around) * v[k] + math.sin(2 * math.pi * i / around) * u[k])
                      for k in range(3)) for i in range(around + 1)]

    part.lattice([ring(b, rb), ring(a, ra)])


def garden_maple():
    """A maple in autumn, about 3.4 m, standing on y = 0."""
    rng = random.Random(17)
    bark = Part((0.16, 0.12, 0.095), 0.95)
    crowns = [Part(c, 0.55) for c in ((0.46, 0.06, 0.02), (0.58, 0.13, 0.02), (0.33, 0.035, 0.02), (0.62, 0.24, 0.03))]
    ends = []

    def grow(a, way, length, radius, depth):
        for _ in range(3):
            b = tuple(p + length / 3 * w for p, w in zip(a, way))
            limb(bark, a, b, radius, radius * 0.86, 9 if depth < 2 else 5)
            a, radius = b, radius * 0.86
            way = [w + rng.gauss(0, 0.10) for w in way]
            way[1] += 0.05 if depth < 2 else -0.02
            norm = math.sqrt(sum(w * w for w in way))
            way = [w / norm for w in way]
            if depth >= 3:
                ends.append((a, way))
        if depth == 4:
            return
        turn = rng.uniform(0, 2 * math.pi)
        for k in range(3):
            angle = turn + 2 * math.pi * k / 3 + rng.gauss(0, 0.25)
            spread = rng.uniform(0.55, 0.95)
            side = (math.sin(angle), 0.05, math.cos(angle))
            child = [w * math.cos(spread) + s * math.sin(spread) for w, s in zip(way, side)]
            norm = math.sqrt(sum(w * w for w in child))
            grow(a, [w / norm for w in child], length * rng.uniform(0.66, 0.80), radius * 0.68, depth + 1)

    grow((0, 0, 0), [0.12, 1, 0.05], 0.95, 0.105, 0)
    for (x, y, z), way in ends:
        tone = noise((1.3 * x, 1.3 * y, 1.3 * z), 9)
        for _ in range(9):
            p = (x + rng.gauss(0, 0.13), y + rng.gauss(0, 0.07), z + rng.gauss(0, 0.13))
            pick = min(3, max(0, int(4 * (tone + rng.gauss(0, 0.13)))))
            part, s = crowns[(1, 0, 2, 3)[pick]], rng.uniform(0.035, 0.062)
            turn, tilt = rng.uniform(0, 2 * math.pi), rng.gauss(0, 0.45)
            u = (math.cos(turn), math.sin(tilt) * 0.6, math.sin(turn))
            v = (-math.sin(turn), rng.gauss(0, 0.35), math.cos(turn))
            at = lambda a, b: tuple(p[k] + s * (a * u[k] + b * v[k]) for k in range(3))
            part.sheet(at(-1, 0), at(0.1, -0.62), at(1, 0), at(0.1, 0.62))
    return [bark] + crowns


def turned_stone(part, profile, around=28):
    """A body of revolution about y; profile: (radius, height) from the top down."""
    part.lattice([[(r * math.sin(2 * math.pi * i / around), y, r * math.cos(2 * math.pi * i / around)) for i in range(around + 1)]
                  for r, y in profile])


def garden_lantern():
    """A stone lantern of 1.25 m on y = 0."""
    stone, dark = Part((0.42, 0.40, 0.36), 0.9), Part((0.05, 0.045, 0.04), 0.9)
    turned_stone(stone, [(0.0, 1.27), (0.035, 1.25), (0.045, 1.20), (0.03, 1.15), (0.05, 1.13)], 16)
    turned_stone(stone, [(0.0, 1.14), (0.06, 1.13), (0.16, 1.06), (0.28, 0.985), (0.345, 0.965), (0.35, 0.935), (0.20, 0.93), (0.0, 0.93)], 6)
    for k in range(6):
        a, b = 2 * math.pi * k / 6 + 0.09, 2 * math.pi * (k + 1) / 6 - 0.09
        r = 0.15
        limb(stone, (r * math.sin(a - 0.09), 0.70, r * math.cos(a - 0.09)), (r * math.sin(a - 0.09), 0.94, r * math.cos(a - 0.09)), 0.022, 0.022, 6)
        dark.sheet((0.11 * math.sin(a), 0.71, 0.11 * math.cos(a)), (0.11 * math.sin(b), 0.71, 0.11 * math.cos(b)),
                   (0.11 * math.sin(b), 0.93, 0.11 * math.cos(b)), (0.11 * math.sin(a), 0.93, 0.11 * math.cos(a)))
    turned_stone(stone, [(0.0, 0.71), (0.22, 0.70), (0.23, 0.66), (0.12, 0.60), (0.085, 0.56), (0.08, 0.34), (0.105, 0.32), (0.105, 0.28),
                         (0.08, 0.26), (0.085, 0.12), (0.20, 0.09), (0.22, 0.05), (0.22, 0.0)], 20)
    return [stone, dark]


def garden_well():
    """The stone from which water wells up: a drilled mill stone, its top at y = 0, 0.8 m wide and 0.6 m high."""
    stone, dark = Part((0.38, 0.36, 0.32), 0.7), Part((0.06, 0.06, 0.055), 0.6)
    turned_stone(stone, [(0.07, -0.03), (0.075, -0.008), (0.10, 0.004), (0.30, 0.0), (0.37, -0.012), (0.395, -0.04), (0.40, -0.12),
                         (0.395, -0.45), (0.37, -0.60)], 40)
    turned_stone(dark, [(0.0, -0.035), (0.07, -0.03)], 40)
    return [stone, dark]


if __name__ == "__main__":
    for make in (garden_rocks, garden_stone, garden_reeds, garden_maple, garden_lantern, garden_well):
        if len(sys.argv) < 2 or make.__name__ in sys.argv[1:]:
            write(make.__name__, make())

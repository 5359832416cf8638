#!/usr/bin/env python3
"""Writes the surroundings of scenes as GLB files beside this script: a court with arcades, a yard of brick, a cypress, an
orange tree in a pot. The materials name patterns of the program (bricks, plaster, roof, ...) in their extras. Needs only
Python; the same bytes every time."""
import math
import random
import sys

from make_garden import limb, turned_stone
from make_models import Part, write

PLASTER = dict(color=(0.62, 0.50, 0.36), pattern="plaster", scale=1.6, color2=(0.44, 0.36, 0.28), roughness=0.9)
PALE = dict(color=(0.60, 0.56, 0.49), pattern="plaster", scale=0.9, color2=(0.44, 0.41, 0.36), roughness=0.85)
SHADED = dict(color=(0.55, 0.47, 0.37), pattern="plaster", scale=1.6, color2=(0.38, 0.32, 0.26), roughness=0.9)
ROOF = dict(color=(0.46, 0.20, 0.11), pattern="roof", scale=0.24, color2=(0.16, 0.08, 0.05), roughness=0.85)
WOOD = dict(color=(0.20, 0.11, 0.06), pattern="planks", scale=0.16, color2=(0.04, 0.02, 0.01), roughness=0.7)
SHUTTER = dict(color=(0.10, 0.22, 0.20), pattern="planks", scale=0.09, color2=(0.03, 0.07, 0.06), roughness=0.6)
BRICK = dict(color=(0.40, 0.17, 0.11), pattern="bricks", scale=0.26, color2=(0.46, 0.42, 0.37), roughness=0.9)
CONCRETE = dict(color=(0.42, 0.41, 0.39), pattern="plaster", scale=1.1, color2=(0.30, 0.29, 0.28), roughness=0.85)


def material(color, roughness, pattern=None, scale=1.0, color2=(0, 0, 0)):
    part = Part(color, roughness)
    if pattern:
        part.pattern = {"pattern": pattern, "scale": scale, "color2": list(color2)}
    return part


class Side:
    """Draws along one side of a place: u to the right, y up, w towards the middle, from the inner face of the wall."""

    def __init__(self, corner, quarter_turns):
        self.corner, self.turns = corner, quarter_turns % 4

    def at(self, u, y, w):
        x, z = ((u, w), (-w, u), (-u, -w), (w, -u))[self.turns]
        return (self.corner[0] + x, y, self.corner[1] + z)

    def quad(self, part, a, b, c, d):
        part.quad(self.at(*a), self.at(*b), self.at(*c), self.at(*d))

    def box(self, part, low, high):
        (a, b, c), (x, y, z) = low, high
        self.quad(part, (a, b, z), (x, b, z), (x, y, z), (a, y, z))
        self.quad(part, (x, b, c), (a, b, c), (a, y, c), (x, y, c))
        self.quad(part, (x, b, z), (x, b, c), (x, y, c), (x, y, z))
        self.quad(part, (a, b, c), (a, b, z), (a, y, z), (a, y, c))
        self.quad(part, (a, y, z), (x, y, z), (x, y, c), (a, y, c))
        self.quad(part, (a, b, c), (x, b, c), (x, b, z), (a, b, z))


def window(side, parts, u, sill, width, height):
    """A window with a stone frame and two open shutters."""
    pale, glass, shutter = parts["pale"], parts["glass"], parts["shutter"]
    side.box(glass, (u - width / 2, sill, -0.02), (u + width / 2, sill + height, 0.012))
    bar = 0.035
    for x in (u - width / 2, u, u + width / 2):
        side.box(parts["wood"], (x - bar / 2, sill, 0.0), (x + bar / 2, sill + height, 0.03))
    for y in (sill + height / 3, sill + 2 * height / 3):
        side.box(parts["wood"], (u - width / 2, y - bar / 2, 0.0), (u + width / 2, y + bar / 2, 0.028))
    side.box(pale, (u - width / 2 - 0.12, sill + height, 0), (u + width / 2 + 0.12, sill + height + 0.14, 0.07))
    side.box(pale, (u - width / 2 - 0.16, sill - 0.10, 0), (u + width / 2 + 0.16, sill, 0.12))
    for low in (u - width / 2 - 0.10 - width / 2, u + width / 2 + 0.10):
        side.box(shutter, (low, sill, 0.02), (low + width / 2, sill + height, 0.06))


def door(side, parts, u, back, width=1.1, height=2.2):
    side.box(parts["wood"], (u - width / 2, 0, back - 0.02), (u + width / 2, height, back + 0.04))
    for low, high in (((u - width / 2 - 0.14, 0), (u - width / 2, height)), ((u + width / 2, 0), (u + width / 2 + 0.14, height)),
                      ((u - width / 2 - 0.14, height), (u + width / 2 + 0.14, height + 0.16))):
        side.box(parts["pale"], (*low, back), (*high, back + 0.09))


def arch(side, parts, u, opening, spring, top, depth):
    """The wall over one opening whose half circle begins at the height `spring`."""
    r, steps = opening / 2, 16
    curve = [(u - r * math.cos(math.pi * i / steps), spring + r * math.sin(math.pi * i / steps)) for i in range(steps + 1)]
    for (x0, y0), (x1, y1) in zip(curve, curve[1:]):
        side.quad(parts["plaster"], (x0, y0, 0), (x1, y1, 0), (x1, top, 0), (x0, top, 0))
        side.quad(parts["plaster"], (x0, y0, -depth), (x1, y1, -depth), (x1, y1, 0), (x0, y0, 0))
        side.quad(parts["plaster"], (x1, y1, -depth), (x0, y0, -depth), (x0, top, -depth), (x1, top, -depth))
    wide = [(u - (r + 0.2) * math.cos(math.pi * i / steps), spring + (r + 0.2) * math.sin(math.pi * i / steps)) for i in range(steps + 1)]
    for i in range(steps):
        (x0, y0), (x1, y1), (a0, b0), (a1, b1) = curve[i], curve[i + 1], wide[i], wide[i + 1]
        side.quad(parts["pale"], (x0, y0, 0.05), (x1, y1, 0.05), (a1, b1, 0.05), (a0, b0, 0.05))
        side.quad(parts["pale"], (a0, b0, 0.05), (a1, b1, 0.05), (a1, b1, 0), (a0, b0, 0))
        side.quad(parts["pale"], (x1, y1, 0.05), (x0, y0, 0.05), (x0, y0, 0), (x1, y1, 0))


def arcade(side, parts, length, bays, storey=3.9, passage=2.3, spring=2.05):
    """A row of arches before a covered passage, with doors in its back wall."""
    bay, pier, depth = length / bays, 0.62, 0.5
    for k in range(bays + 1):
        low, high = max(0.0, k * bay - pier / 2), min(length, k * bay + pier / 2)
        side.box(parts["plaster"], (low, 0, -depth), (high, spring, 0))
        side.quad(parts["plaster"], (low, spring, 0), (high, spring, 0), (high, storey, 0), (low, storey, 0))
        side.quad(parts["plaster"], (high, spring, -depth), (low, spring, -depth), (low, storey, -depth), (high, storey, -depth))
        side.box(parts["pale"], (low - 0.05, spring - 0.16, -depth - 0.05), (high + 0.05, spring, 0.06))
        side.box(parts["pale"], (low - 0.04, 0, -depth - 0.04), (high + 0.04, 0.34, 0.05))
    for k in range(bays):
        arch(side, parts, (k + 0.5) * bay, bay - pier, spring, storey, depth)
        if k % 2 == 0:
            door(side, parts, (k + 0.5) * bay, -passage)
    side.quad(parts["shaded"], (0, 0, -passage), (length, 0, -passage), (length, storey, -passage), (0, storey, -passage))
    side.quad(parts["shaded"], (0, 0, 0), (0, 0, -passage), (0, storey, -passage), (0, storey, 0))
    side.quad(parts["shaded"], (length, 0, -passage), (length, 0, 0), (length, storey, 0), (length, storey, -passage))
    side.quad(parts["wood"], (0, storey - 0.15, -passage), (length, storey - 0.15, -passage), (length, storey - 0.15, -depth), (0, storey - 0.15, -depth))
    for k in range(2 * bays):
        u = (k + 0.5) * bay / 2
        side.box(parts["wood"], (u - 0.07, storey - 0.36, -passage), (u + 0.07, storey - 0.15, -depth))


def roof(side, parts, length, eaves, ridge, run, overhang=0.5):
    """A roof of barrel tiles that rises from the eaves away from the middle, with its gables and a row of rafters."""
    drop = (ridge - eaves) / run * overhang
    thick = 0.10
    low, high = eaves - drop, ridge
    a, b = -overhang * 0.6, length + overhang * 0.6
    side.quad(parts["roof"], (a, low + thick, overhang), (b, low + thick, overhang), (b, high + thick, -run), (a, high + thick, -run))
    side.quad(parts["roof"], (a, low, overhang), (b, low, overhang), (b, low + thick, overhang), (a, low + thick, overhang))
    side.quad(parts["wood"], (a, high, -run), (b, high, -run), (b, low, overhang), (a, low, overhang))
    for u, flip in ((0.0, False), (length, True)):
        corners = [(u, eaves, 0), (u, eaves, -run), (u, high, -run), (u, eaves, 0)]
        side.quad(parts["plaster"], *(reversed(corners) if flip else corners))
    count = int(length / 0.6)
    for k in range(count + 1):
        u = k * length / count
        side.box(parts["wood"], (u - 0.04, low - 0.02, 0), (u + 0.04, low + 0.06, overhang - 0.05))
    for k in range(int((b - a) / 0.24)):                                    # the round ends of the lowest tiles
        u, ring = a + 0.12 + 0.24 * k, []
        for i in range(7):
            angle = math.pi * i / 6
            ring.append((u - 0.10 * math.cos(angle), low + thick + 0.075 * math.sin(angle)))
        for (x0, y0), (x1, y1) in zip(ring, ring[1:]):
            side.quad(parts["roof"], (x0, low + thick, overhang + 0.01), (x1, low + thick, overhang + 0.01), (x1, y1, overhang + 0.01), (x0, y0, overhang + 0.01))


def garden_wall(side, parts, length, height, wall="plaster"):
    """A wall with a plinth, piers and a coping of tiles."""
    side.box(parts[wall], (0, 0, -0.35), (length, height, 0))
    side.box(parts["pale"], (0, 0, 0), (length, 0.42, 0.06))
    side.box(parts["pale"], (-0.1, height, -0.45), (length + 0.1, height + 0.09, 0.10))
    bays = max(1, round(length / 3.2))
    for k in range(bays + 1):
        u = k * length / bays
        low, high = max(0.0, u - 0.24), min(length, u + 0.24)
        side.box(parts[wall], (low, 0, 0), (high, height, 0.12))
        side.box(parts["pale"], (low - 0.04, 0, 0.06), (high + 0.04, 0.46, 0.17))
        side.box(parts["pale"], (low - 0.06, height, -0.47), (high + 0.06, height + 0.16, 0.18))


def leaves(parts, rng, place, count, size, normal):
    """Leaves about points that `place` draws, most of them facing along `normal`."""
    for _ in range(count):
        p, s = place(), rng.uniform(0.6, 1.0) * size
        turn = rng.uniform(0, 2 * math.pi)
        n = [c + rng.gauss(0, 0.45) for c in normal]
        length = math.sqrt(sum(c * c for c in n)) or 1
        n = [c / length for c in n]
        other = (0.0, 1.0, 0.0) if abs(n[1]) < 0.8 else (1.0, 0.0, 0.0)
        a = [n[1] * other[2] - n[2] * other[1], n[2] * other[0] - n[0] * other[2], n[0] * other[1] - n[1] * other[0]]
        length = math.sqrt(sum(c * c for c in a))
        a = [c / length for c in a]
        b = [n[1] * a[2] - n[2] * a[1], n[2] * a[0] - n[0] * a[2], n[0] * a[1] - n[1] * a[0]]
        u = [math.cos(turn) * x + math.sin(turn) * y for x, y in zip(a, b)]
        v = [math.cos(turn) * y - math.sin(turn) * x for x, y in zip(a, b)]
        at = lambda x, y: tuple(p[k] + s * (x * u[k] + y * v[k]) for k in range(3))
        part = parts[rng.choice((0, 0, 1, 2))]
        part.sheet(at(-1, 0), at(0, -0.7), at(1, 0), at(0, 0.7))


def climber(side, greens, rng, u, height, spread, count):
    """A climbing plant on a wall: leaves along stems that rise and fan out."""
    stems = []
    for _ in range(9):
        x, y, lean = u, 0.0, rng.gauss(0, 0.35) * spread
        while y < height * rng.uniform(0.7, 1.02):
            stems.append((x, y))
            y += 0.12
            x += 0.12 * lean * (0.4 + y / height) + rng.gauss(0, 0.05)

    def place():
        x, y = rng.choice(stems)
        return side.at(x + rng.gauss(0, 0.16), max(0.03, y + rng.gauss(0, 0.12)), rng.uniform(0.02, 0.13))

    leaves(greens, rng, place, count, 0.075, [a - b for a, b in zip(side.at(0, 0, 1), side.at(0, 0, 0))])


def shrub(greens, rng, at, radius, count):
    """A clipped ball of box."""
    core = [[tuple(at[k] + 0.9 * radius * d for k, d in enumerate((math.sin(math.pi * j / 10) * math.sin(2 * math.pi * i / 16), math.cos(math.pi * j / 10),
                                                                   math.sin(math.pi * j / 10) * math.cos(2 * math.pi * i / 16)))) for i in range(17)]
            for j in range(11)]
    greens[2].lattice(core)
    for _ in range(count):
        d = [rng.gauss(0, 1) for _ in range(3)]
        length = math.sqrt(sum(c * c for c in d)) or 1
        d = [c / length for c in d]
        p = tuple(at[k] + radius * rng.uniform(0.9, 1.03) * d[k] for k in range(3))
        leaves(greens, rng, lambda: p, 1, 0.04, d)


def bench(side, part, u):
    """A bench of stone, 1.6 m long, before a wall."""
    side.box(part, (u - 0.8, 0.40, 0.30), (u + 0.8, 0.48, 0.78))
    for x in (u - 0.6, u + 0.45):
        side.box(part, (x, 0, 0.36), (x + 0.15, 0.40, 0.72))


def court():
    """A court of 17 x 17 m about the origin, its floor at y = 0: arcades behind (-z) and on the left, garden walls elsewhere."""
    parts = {"plaster": material(**PLASTER), "pale": material(**PALE), "shaded": material(**SHADED), "roof": material(**ROOF),
             "wood": material(**WOOD), "shutter": material(**SHUTTER), "glass": material((0.02, 0.026, 0.03), 0.08)}
    half = 8.5
    back, left = Side((-half, -half), 0), Side((-half, half), 3)
    right, front = Side((half, -half), 1), Side((half, half), 2)
    length = 2 * half
    storey, top = 3.9, 6.9
    for side, bays in ((back, 6), (left, 6)):
        arcade(side, parts, length, bays, storey)
        side.box(parts["pale"], (0, storey, -0.4), (length, storey + 0.16, 0.10))
    back.quad(parts["plaster"], (0, storey, 0), (length, storey, 0), (length, top, 0), (0, top, 0))
    for k in range(6):
        window(back, parts, (k + 0.5) * length / 6, storey + 0.85, 0.95, 1.45)
    back.box(parts["pale"], (0, top - 0.22, 0), (length, top - 0.04, 0.14))
    roof(back, parts, length, top, top + 1.9, 4.4)
    roof(left, parts, length, storey + 0.16, storey + 1.15, 2.8)
    rng = random.Random(12)
    greens = [Part(c, 0.55) for c in ((0.040, 0.095, 0.022), (0.075, 0.14, 0.030), (0.022, 0.055, 0.016))]
    soil = Part((0.10, 0.075, 0.05), 0.95)
    for side in (right, front):
        garden_wall(side, parts, length, 3.0)
        bench(side, parts["pale"], length / 2)
        for u in (0.9, 5.3, 11.7, 16.1):
            climber(side, greens, rng, u, 2.9, 1.0, 420)
        for low, high in ((0.3, 6.4), (length - 6.4, length - 0.3)):
            side.box(soil, (low, 0, 0.1), (high, 0.03, 0.95))
            side.box(parts["pale"], (low, 0, 0.95), (high, 0.10, 1.05))
            for k in range(5):
                u = low + 0.7 + 1.15 * k
                shrub(greens, rng, side.at(u, 0.30, 0.52), rng.uniform(0.30, 0.40), 230)
    for name, part in zip(("green", "light green", "dark green", "soil"), greens + [soil]):
        parts[name] = part
    return [part for part in parts.values() if part.positions]


def yard():
    """A yard of 14 x 14 m about the origin, its floor at y = 0: a brick workshop with steel windows behind (-z), brick walls."""
    parts = {"brick": material(**BRICK), "pale": material(**CONCRETE), "glass": material((0.03, 0.04, 0.045), 0.08),
             "steel": material((0.07, 0.09, 0.10), 0.45), "wood": material(**WOOD), "plaster": material(**CONCRETE),
             "paint": material((0.09, 0.17, 0.14), 0.5), "roof": material((0.16, 0.17, 0.18), 0.6)}
    half = 7.0
    back, left = Side((-half, -half), 0), Side((-half, half), 3)
    right, front = Side((half, -half), 1), Side((half, half), 2)
    length, top = 2 * half, 5.4
    back.box(parts["brick"], (0, 0, -0.4), (length, top, 0))
    back.box(parts["pale"], (0, 0, 0), (length, 0.5, 0.07))
    back.box(parts["pale"], (-0.1, top, -0.5), (length + 0.1, top + 0.2, 0.16))
    bay = length / 4
    for k in range(5):
        u = k * bay
        back.box(parts["brick"], (max(0, u - 0.3), 0, 0), (min(length, u + 0.3), top, 0.2))
    for k in range(4):
        u, width, sill, head = (k + 0.5) * bay, bay - 1.0, 1.0, 4.4
        if k == 2:
            sill = 0.0
        back.box(parts["glass"], (u - width / 2, sill, -0.05), (u + width / 2, head, 0.01))
        back.box(parts["pale"], (u - width / 2 - 0.1, head, 0), (u + width / 2 + 0.1, head + 0.25, 0.08))
        if k != 2:
            back.box(parts["pale"], (u - width / 2 - 0.1, sill - 0.12, 0), (u + width / 2 + 0.1, sill, 0.14))
        for i in range(6):
            x = u - width / 2 + width * i / 5
            back.box(parts["steel"], (x - 0.025, sill, 0.0), (x + 0.025, head, 0.045))
        rows = 7 if k == 2 else 5
        for j in range(rows + 1):
            y = sill + (head - sill) * j / rows
            back.box(parts["steel"], (u - width / 2, y - 0.02, 0.0), (u + width / 2, y + 0.02, 0.04))
        if k == 2:                                                          # the gate, painted in its lower part
            back.box(parts["paint"], (u - width / 2, 0.05, 0.02), (u + width / 2, 1.3, 0.06))
    for side in (left, right, front):
        garden_wall(side, parts, length, 3.2, "brick")
    for u, y, radius in ((1.1, 2.9, 0.09), (1.5, 2.9, 0.06)):               # pipes along the left wall
        a, b = left.at(0.3, y - 0.3 * (radius < 0.08), 0.3), left.at(length - 0.3, y - 0.3 * (radius < 0.08), 0.3)
        limb(parts["steel"], a, b, radius, radius, 12)
    for u in (2.0, 5.0, 8.0, 11.0):
        left.box(parts["steel"], (u, 2.4, 0), (u + 0.06, 3.05, 0.34))
    right.box(parts["wood"], (2.2, 0.86, 0.1), (6.4, 0.94, 0.85))            # a bench with shelves under and above it
    right.box(parts["wood"], (2.2, 0.28, 0.1), (6.4, 0.33, 0.75))
    for u in (2.2, 4.25, 6.3):
        right.box(parts["steel"], (u, 0, 0.12), (u + 0.08, 0.86, 0.2))
        right.box(parts["steel"], (u, 0, 0.74), (u + 0.08, 0.86, 0.82))
    rng = random.Random(4)
    for k in range(9):
        u, w = 2.4 + 0.43 * k + rng.uniform(0, 0.08), 0.15 + rng.uniform(0, 0.1)
        size, tall = rng.uniform(0.2, 0.34), rng.uniform(0.14, 0.34)
        which = parts[("paint", "steel", "wood", "pale")[rng.randrange(4)]]
        right.box(which, (u, 0.94 if k % 3 else 0.33, w), (u + size, (0.94 if k % 3 else 0.33) + tall, w + size))
    return [part for part in parts.values() if part.positions]


def cypress():
    """A cypress of 7 m on y = 0."""
    rng = random.Random(23)
    bark = Part((0.13, 0.10, 0.08), 0.95)
    greens = [Part(c, 0.75) for c in ((0.022, 0.055, 0.018), (0.035, 0.075, 0.022), (0.015, 0.04, 0.016))]
    limb(bark, (0, 0, 0), (0, 1.2, 0), 0.15, 0.12, 10)
    tall, wide = 7.0, 0.72
    shape = lambda t: wide * (math.sin(math.pi * min(1.0, t * 0.9 + 0.1)) ** 0.6) * (1 - t) ** 0.45 * 1.25
    rows, around = 40, 22
    core = [[((0.80 + 0.14 * rng.random()) * shape(j / rows) * math.sin(2 * math.pi * (i % around) / around),
              0.5 + (tall - 0.5) * j / rows,
              (0.80 + 0.14 * rng.random()) * shape(j / rows) * math.cos(2 * math.pi * (i % around) / around)) for i in range(around + 1)]
            for j in range(rows, -1, -1)]
    greens[2].lattice(core)
    for _ in range(2600):
        t = rng.random() ** 1.15
        turn, r = rng.uniform(0, 2 * math.pi), shape(t) * rng.uniform(0.84, 1.06)
        p = (r * math.sin(turn), 0.5 + (tall - 0.5) * t, r * math.cos(turn))
        size = rng.uniform(0.08, 0.17) * (1 - 0.4 * t)
        out = (math.sin(turn) * 0.35, 1.0, math.cos(turn) * 0.35)
        side = (math.cos(turn + rng.gauss(0, 0.8)), rng.gauss(0, 0.2), -math.sin(turn + rng.gauss(0, 0.8)))
        at = lambda a, b: tuple(p[k] + size * (a * side[k] * 0.42 + b * out[k]) for k in range(3))
        greens[rng.choice((0, 0, 1, 2))].sheet(at(-1, 0), at(0, -0.5), at(1, 0), at(0, 1.4))
    return [bark] + greens


def orange_tree():
    """An orange tree of 2 m in a pot of clay, on y = 0."""
    rng = random.Random(31)
    clay, soil, bark = Part((0.42, 0.17, 0.09), 0.85), Part((0.06, 0.045, 0.03), 0.95), Part((0.16, 0.12, 0.09), 0.95)
    leaf = [Part(c, 0.45) for c in ((0.035, 0.095, 0.02), (0.055, 0.13, 0.03), (0.022, 0.06, 0.016))]
    fruit = Part((0.75, 0.24, 0.015), 0.5)
    turned_stone(clay, [(0.30, 0.58), (0.36, 0.58), (0.37, 0.55), (0.37, 0.49), (0.33, 0.47), (0.31, 0.30), (0.25, 0.06), (0.26, 0.04), (0.26, 0.0)], 28)
    turned_stone(soil, [(0.0, 0.54), (0.31, 0.53), (0.31, 0.58)], 28)
    limb(bark, (0, 0.5, 0), (0.03, 1.15, 0.02), 0.045, 0.035, 9)
    middle, size = (0.02, 1.58, 0.01), 0.56
    for _ in range(1500):
        d = [rng.gauss(0, 1) for _ in range(3)]
        length = math.sqrt(sum(c * c for c in d)) or 1
        d = [c / length for c in d]
        r = size * (1 - 0.45 * rng.random() ** 2.2) * (1 + 0.10 * math.sin(5 * d[0] + 3 * d[1]) * math.cos(4 * d[2]))
        p = tuple(middle[k] + r * d[k] * (1, 0.88, 1)[k] for k in range(3))
        s = rng.uniform(0.035, 0.06)
        turn, tilt = rng.uniform(0, 2 * math.pi), rng.gauss(0.1, 0.5)
        u = (math.cos(turn), math.sin(tilt), math.sin(turn))
        v = (-math.sin(turn) * 0.5, rng.gauss(0, 0.3), math.cos(turn) * 0.5)
        at = lambda a, b: tuple(p[k] + s * (a * u[k] + b * v[k]) for k in range(3))
        leaf[rng.choice((0, 0, 1, 2))].sheet(at(-1, 0), at(0, -0.8), at(1, 0), at(0, 0.8))
    for _ in range(22):
        d = [rng.gauss(0, 1) for _ in range(3)]
        length = math.sqrt(sum(c * c for c in d)) or 1
        p = tuple(middle[k] + size * 0.93 * d[k] / length * (1, 0.88, 1)[k] for k in range(3))
        ball = [[(p[0] + 0.04 * math.sin(math.pi * j / 6) * math.sin(2 * math.pi * i / 8), p[1] + 0.04 * math.cos(math.pi * j / 6),
                  p[2] + 0.04 * math.sin(math.pi * j / 6) * math.cos(2 * math.pi * i / 8)) for i in range(9)] for j in range(7)]
        fruit.lattice(ball)
    return [clay, soil, bark] + leaf + [fruit]


if __name__ == "__main__":
    for make in (court, yard, cypress, orange_tree):
        if len(sys.argv) < 2 or make.__name__ in sys.argv[1:]:
            write(make.__name__, make())

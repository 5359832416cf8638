#!/usr/bin/env python3
"""Writes the grounds of seven scenes as 16-bit heights: scenes/assets/spillway.png, a reservoir, a crest, a chute and a
stilling basin with its sill; scenes/assets/wharf.png, an estuary with a quay; scenes/assets/meander.png, a lowland river
in its meadows; scenes/assets/tide.png, a creek behind a dike with a gap; scenes/assets/breach.png, a walled reservoir over
a village in its valley; scenes/assets/inlet.png, a river's mouth between its moles; scenes/assets/harbour.png,
a quay behind a breakwater of stones. Needs nothing but Python; the same bytes every time.
    tools/make_works.py [spillway|wharf|meander|tide|breach|inlet|harbour] [--seed N] [--out FILE]"""
import argparse
import math

from make_river import noise, ridged, step, write


class Spillway:
    size, samples, height = (36.0, 20.0), (289, 161), (-2.0, 9.0)

    @staticmethod
    def at(x, z, seed):
        floor = 4.0 if x < -7 else 4.0 - 4.6 * min(1.0, (x + 7) / 8.0)  # crest to chute
        if x < -9:
            floor = max(2.4, 4.0 + 0.8 * (x + 9))
        if x > 9:
            floor = min(0.0, -0.6 + 1.2 * (x - 9))  # the sill at the basin's end
        if x > 11:
            floor = -0.02 * (x - 11) + 0.15 * (noise(0.8 * x, 0.8 * z, seed) - 0.5)
        half = 4.0 + (3.0 * step(8.5, 13.0, -x) if x < -8.5 else 0.0) + (1.5 * step(9.5, 15.0, x) if x > 9.5 else 0.0)
        off = abs(z) - half
        wall = step(0.0, 0.3, off)
        top = 5.6 if x < -6 else max(2.6, 5.6 - 3.4 * (x + 6) / 8.0)
        rise = 0.35 * max(0.0, off - 0.8) + 0.9 * (ridged(0.8 * x, 0.8 * z, seed + 4) - 0.5) * step(0.8, 2.5, off)
        return floor * (1 - wall) + (top + rise) * wall


class Wharf:
    size, samples, height = (56.0, 36.0), (449, 289), (-4.0, 7.0)

    @staticmethod
    def at(x, z, seed):
        bed = -2.4 + 0.5 * (noise(0.25 * x, 0.25 * z, seed) - 0.5) + 0.01 * x
        quay = step(9.0, 9.25, z)
        shore = step(7.0, 16.0, -z)
        bank = 4.6 * shore + 1.4 * (ridged(0.7 * x, 0.7 * z, seed + 3) - 0.5) * shore
        head = 3.4 * math.exp(-(((x - 10) / 3.2) ** 2 + ((z + 9) / 4.0) ** 2) ** 1.5)  # a headland
        return (bed + bank + head) * (1 - quay) + 1.6 * quay


class Meander:
    size, samples, height = (48.0, 32.0), (385, 257), (-4.0, 6.0)

    @staticmethod
    def at(x, z, seed):
        middle = 5.0 * math.sin(0.24 * x + 0.5) + 1.2 * math.sin(0.51 * x)
        bend = -math.sin(0.24 * x + 0.5)  # the outer bank is steep and deep, the inner one a bar
        off = z - middle + 0.8 * (noise(0.5 * x, 0.5 * z, seed) - 0.5)
        side = 1.0 if off > 0 else -1.0
        inner = max(0.0, side * bend)
        bed = -1.7 - 0.5 * bend * off / 4.0 * (1 if abs(off) < 4 else 0) + 0.25 * (noise(1.3 * x, 1.3 * z, seed + 5) - 0.5)
        bank = step(2.6 - 0.9 * inner, 4.6 + 2.2 * inner, abs(off))
        meadow = 0.45 + 0.5 * (noise(0.16 * x, 0.16 * z, seed + 2) - 0.4) + 0.12 * (noise(0.9 * x, 0.9 * z, seed + 3) - 0.5)
        hill = 2.6 * step(9.0, 20.0, abs(off)) * ridged(0.5 * x, 0.5 * z, seed + 4)
        return bed * (1 - bank) + (meadow + hill) * bank - 0.0006 * x


class Tide:
    size, samples, height = (40.0, 28.0), (321, 225), (-4.0, 6.0)

    @staticmethod
    def at(x, z, seed):
        sea = step(2.0, 12.0, x)  # flats that fall towards the sea
        flats = -0.15 - 1.9 * sea + 0.5 * (noise(0.3 * x, 0.3 * z, seed) - 0.5) + 0.15 * (noise(1.1 * x, 1.1 * z, seed + 1) - 0.5)
        middle = 3.2 * math.sin(0.27 * x) * step(2.5, 8.0, abs(x))
        creek = math.exp(-((z - middle) / (1.5 + 0.06 * (x + 20))) ** 2)
        ground = flats * (1 - creek) + min(flats, -1.5 - 0.02 * x) * creek
        inland = step(11.0, 19.0, -x) * 0.7 + step(8.5, 13.5, abs(z)) * step(4.0, 9.0, 6.0 - x)
        ground += inland * (1.2 + 1.0 * noise(0.4 * x, 0.4 * z, seed + 2)) * (1 - 0.75 * creek)
        gap = step(1.0, 1.15, abs(z))  # where the gate stands
        dike = (1 - step(0.7, 2.4, abs(x))) * gap
        sill = (1 - step(0.9, 1.4, abs(x))) * (1 - gap)
        ground = ground * (1 - dike) + max(ground, 1.5 + 0.1 * noise(1.5 * x, 1.5 * z, seed + 3)) * dike
        return ground * (1 - sill) + -1.4 * sill


class Breach:
    size, samples, height = (88.0, 48.0), (705, 385), (-8.0, 14.0)

    @staticmethod
    def middle(x):
        t = max(0.0, x - 6.0)
        return step(6.0, 20.0, x) * (4.2 * math.sin(0.115 * t) + 1.2 * math.sin(0.27 * t + 1.0))

    @staticmethod
    def at(x, z, seed):
        off = abs(z - Breach.middle(x)) if x > 6 else abs(z)
        rough = noise(0.9 * x, 0.9 * z, seed + 1) - 0.5
        hill = 5.5 * ridged(0.28 * x, 0.28 * z, seed + 2) + 0.5 * (noise(0.5 * x, 0.5 * z, seed) - 0.5)
        if abs(z) < 4.5 and -30.15 < x < 3:
            return 0.0  # the basin lies level between its walls, in the side of the hill
        terrace = 3.2 + 0.10 * max(0.0, abs(z) - 7.0) + 0.25 * rough + 0.8 * hill * step(9.0, 19.0, abs(z))
        terrace += (2.0 + hill) * step(-31.0, -40.0, x)
        slope = -0.075 * max(0.0, x - 3)
        bed = slope - 0.35 * step(3.0, 7.0, x)
        half = 4.4 - 1.6 * step(4.0, 11.0, x)
        bank = step(half, half + 0.1 + 1.7 * step(3.0, 6.0, x) + 1.4 * step(7.0, 12.0, x), off)
        meadow = slope + 0.55 + 1.0 * (1 - step(3.0, 9.0, x)) + 0.09 * max(0.0, off - 3.0) + 0.35 * (noise(0.22 * x, 0.22 * z, seed + 5) - 0.5)
        meadow += 0.09 * rough + hill * step(8.5, 19.0, abs(z - 0.4 * Breach.middle(x)))
        stones = 0.30 * max(0.0, ridged(1.7 * x, 1.7 * z, seed + 9) - 0.5) * step(9.0, 13.0, x)
        valley = bed * (1 - bank) + meadow * bank + stones * (1 - 0.6 * bank)
        below = step(-6.0, 3.0, x)
        return terrace * (1 - below) + valley * below


class Inlet:
    size, samples, height = (40.0, 28.0), (321, 225), (-4.0, 6.0)

    @staticmethod
    def at(x, z, seed):
        rough = noise(0.9 * x, 0.9 * z, seed + 1) - 0.5
        sea = -1.15 - 0.05 * max(0.0, x) + 0.25 * (noise(0.4 * x, 0.4 * z, seed) - 0.5)
        off = abs(z) - 2.1 - 1.2 * step(8.0, 16.0, -x)
        land = step(0.0, 3.5, -x - 6.0 - 1.2 * math.sin(0.4 * z)) * step(0.0, 1.0, off)
        dune = 0.5 + 1.4 * ridged(0.35 * x, 0.35 * z, seed + 2) * step(8.0, 14.0, -x) + 0.3 * rough
        mole = step(0.0, 0.45, off) * step(0.0, 0.5, 1.5 - off) * step(0.0, 0.9, 3.5 - x)
        stones = 0.85 + 0.75 * (ridged(2.1 * x, 2.1 * z, seed + 5) - 0.5)
        ground = sea * (1 - land) + dune * land
        return ground * (1 - mole) + max(ground, stones) * mole


class Harbour:
    size, samples, height = (72.0, 48.0), (433, 289), (-6.0, 9.0)

    @staticmethod
    def mole(z):
        """Middle of the breakwater along x."""
        return -11.0 + 0.008 * (z + 20.0) ** 2

    @staticmethod
    def at(x, z, seed):
        rough = noise(0.9 * x, 0.9 * z, seed + 1) - 0.5
        bed = -4.2 + 0.9 * step(-6.0, 8.0, x) + 0.4 * (noise(0.3 * x, 0.3 * z, seed) - 0.5)
        quay = step(16.0, 16.2, x) * step(-14.0, -13.0, z + 0.0 * x) * step(-15.2, -15.0, -z)
        shore = step(12.0, 19.0, -z - 0.06 * x) + step(0.0, 7.0, z - 15.5 - 0.10 * abs(x - 12.0)) * step(-4.0, 6.0, x)
        shore = max(min(1.0, shore), step(16.0, 21.0, x))
        hill = 1.6 + 3.6 * ridged(0.16 * x, 0.16 * z, seed + 2) * step(0.2, 1.0, shore) + 0.35 * rough
        ground = bed * (1 - shore) + hill * shore
        terrace = 1.35 + 0.10 * rough * step(24.0, 30.0, x) + 3.5 * step(29.0, 36.0, x)
        ground = ground * (1 - quay) + terrace * quay
        off = abs(x - Harbour.mole(z))
        along = step(-8.2, -7.0, -z)  # its head is at z = 7
        stones = 0.55 * (ridged(1.5 * x, 1.5 * z, seed + 5) - 0.5) + 0.3 * (noise(3.1 * x, 3.1 * z, seed + 6) - 0.5)
        mole = 1.9 - 0.62 * max(0.0, off - 1.3) + stones * step(1.0, 1.8, off) - 6.5 * (1 - along) * (0.4 + 0.1 * max(0.0, z - 7.0))
        return max(ground, mole if z < 12.0 else ground)


def main():
    grounds = {"spillway": Spillway, "wharf": Wharf, "meander": Meander, "tide": Tide, "breach": Breach, "inlet": Inlet,
               "harbour": Harbour}
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("which", nargs="?", choices=grounds)
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--out")
    given = options.parse_args()
    for name in [given.which] if given.which else grounds:
        ground = grounds[name]
        write(lambda x, z: ground.at(x, z, given.seed), ground.size, ground.samples, ground.height,
              given.out or f"scenes/assets/{name}.png")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes scenes/assets/cascade.png: the ground of scenes/cascade.json as 16-bit heights, a river's bed on a plateau that ends
at a cliff, a plunge pool at its foot and the bed that leads on. Needs nothing but Python; the same bytes every time.
    tools/make_cascade.py [--seed N] [--out FILE]"""
import math

from make_river import noise, options, ridged, step, write

SIZE = (18.0, 12.0)      # meters along x and z; the cliff stands at x = 0
SAMPLES = (451, 301)
HEIGHT = (-1.5, 4.5)


def plateau(x, z, seed):
    middle = 0.5 * math.sin(0.55 * x) * min(1.0, max(0.0, -x / 2))
    off = abs(z - middle)
    rough = ridged(1.6 * x, 1.6 * z, seed) - 0.5
    bank = 0.8 * step(0.8, 1.7, off) + 0.12 * max(0.0, off - 1.4)
    stones = 0.10 * max(0.0, ridged(4 * x, 4 * z, seed + 3) - 0.6) * step(-0.1, -0.8, x)
    return 1.75 - 0.012 * x - 0.12 * step(-1.2, -2.6, x) + bank + 0.3 * rough * step(0.9, 1.9, off) + stones


def valley(x, z, seed):
    middle = 0.9 * math.sin(0.42 * (x - 1.4)) * step(1.0, 3.5, x)
    off = abs(z - middle)
    width = 1.9 - 0.9 * step(2.2, 4.0, x)
    rough = ridged(1.3 * x + 9, 1.3 * z, seed + 10) - 0.5
    pool = 0.65 * math.exp(-((x - 1.1) / 1.25) ** 2 - (z / 1.5) ** 2)
    bank = 0.9 * step(0.7 * width, width + 0.9, off) + 0.15 * max(0.0, off - width)
    return 0.05 - 0.03 * max(0.0, x - 2) - pool + bank + 0.35 * rough * step(width, width + 1.2, off)


def height(x, z, seed):
    wander = -0.35 * noise(0.8 * z, 1.0, seed + 20) * step(1.9, 2.6, abs(z))  # straight under the sill
    t = step(0.0, 0.12, x + wander)
    return plateau(x, z, seed) * (1 - t) + valley(x, z, seed) * t


if __name__ == "__main__":
    given = options(__doc__, 5, "scenes/assets/cascade.png")
    write(lambda x, z: height(x, z, given.seed), SIZE, SAMPLES, HEIGHT, given.out)

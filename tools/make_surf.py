#!/usr/bin/env python3
"""Writes the ground of scenes/surf.json as 16-bit heights, scenes/assets/surf.png: a beach with a bar before it, cusps along
the water's edge, dunes behind, and rocks at one end. Needs nothing but Python; the same bytes every time.
    tools/make_surf.py [--seed N] [--out FILE]"""
import math

from make_river import noise, options, ridged, step, write

size, samples, height = (64.0, 40.0), (513, 321), (-4.0, 8.0)


def at(x, z, seed):
    x += 0.9 * math.sin(0.42 * z) + 1.6 * (noise(0.09 * z, 3.0, seed) - 0.5)  # cusps
    beach = -0.6 + 0.068 * (x - 2) if x > -22 else -0.6 - 0.068 * 24 - 0.035 * (-22 - x)
    bar = 0.42 * math.exp(-((x + 13 + 1.2 * math.sin(0.13 * z)) / 3.2) ** 2)
    berm = 0.35 * step(11.5, 14.5, x)
    dunes = step(15.0, 23.0, x) * (1.3 + 1.5 * noise(0.16 * x, 0.14 * z, seed + 2))
    ripples = 0.03 * (noise(1.3 * x, 0.5 * z, seed + 5) - 0.5)
    off = math.hypot(x - 3.5, (z + 16.5) / 0.8)
    rocks = step(9.5, 3.0, off) * (2.4 * ridged(0.33 * x, 0.33 * z, seed + 9) + 0.9 * ridged(1.1 * x, 1.1 * z, seed + 12) - 0.6)
    lone = 1.5 * math.exp(-((x + 4) ** 2 + (z - 7.5) ** 2) / 1.1) * (0.6 + 0.8 * ridged(0.9 * x, 0.9 * z, seed + 14))
    return beach + bar + berm + dunes + ripples + max(rocks, 0.0) + lone


if __name__ == "__main__":
    given = options(__doc__, 4, "scenes/assets/surf.png")
    write(lambda x, z: at(x, z, given.seed), size, samples, height, given.out)

#!/usr/bin/env python3
"""Writes the grounds of scenes/dam.json and scenes/lake_at_rest.json as 16-bit heights: scenes/assets/dam.png, a basin and a
gorge before a winding valley, and scenes/assets/lake.png, hills of which some reach out of the water. Needs nothing but
Python; the same bytes every time.
    tools/make_lakes.py [dam|lake] [--seed N] [--out FILE]"""
import argparse
import math

from make_river import noise, ridged, step, write


class Dam:
    size, samples, height = (48.0, 32.0), (385, 257), (-4.0, 10.0)

    @staticmethod
    def at(x, z, seed):
        below = step(-6.5, -3.0, x)
        floor = 0.15 * (noise(0.5 * x, 0.5 * z, seed + 3) - 0.5) - 0.5 * step(-5.2, -3.6, x) - 0.055 * max(0.0, x + 4)
        middle = below * (2.6 * math.sin(0.21 * (x + 4)) + 0.8 * math.sin(0.47 * (x + 4)))
        basin = 10.5 * math.sqrt(max(0.0, 1 - ((x + 14.8) / 8.6) ** 2))
        half = max(basin, 3.1) if x < -6.2 else 3.1 + (2.2 + 1.2 * math.sin(0.33 * x + 1)) * step(-5.5, 2.0, x)
        half += 0.7 * (noise(0.35 * x, 0.3 * z + 9, seed + 4) - 0.5)
        off = abs(z - middle) - half
        if x < -20.5:
            off = max(off, 1.7 * (-20.5 - x))
        gorge = math.exp(-((x + 6.2) / 3.4) ** 2)
        bank = (4.2 + 2.0 * gorge) * step(-0.6, 4.2 - 2.6 * gorge, off) + 0.22 * max(0.0, off)
        rough = (ridged(0.9 * x, 0.9 * z, seed) - 0.5) * (0.9 * step(0.0, 2.5, off) + 0.5 * gorge * step(-0.3, 0.8, off))
        channel = -0.35 * below * math.exp(-((z - middle - 0.6 * math.sin(0.9 * x)) / 1.1) ** 2)
        stones = 0.22 * max(0.0, ridged(2.4 * x, 2.4 * z, seed + 30) - 0.52) * (1 + below)
        return floor + bank + rough + stones + channel


class Lake:
    size, samples, height = (24.0, 18.0), (385, 289), (-3.0, 4.0)
    # x, z, radius, height over the bottom, which lies 1.4 m under the water
    hills = ((-4.2, -1.6, 2.6, 2.9), (-1.6, -3.1, 1.7, 2.2), (2.9, 1.4, 2.1, 1.15), (5.4, -2.9, 2.3, 2.5), (0.4, 3.4, 1.5, 1.0),
             (-6.2, 3.4, 1.6, 1.2), (1.5, -0.8, 0.9, 1.65))

    @classmethod
    def at(cls, x, z, seed):
        h = -1.4 + 0.5 * (noise(0.3 * x, 0.3 * z, seed + 5) - 0.5)
        for a, b, r, top in cls.hills:
            bend = 1 + 0.5 * (noise(0.8 * x + a, 0.8 * z + b, seed + 6) - 0.5)
            h += top * math.exp(-(((x - a) ** 2 + (z - b) ** 2) / (r * r * bend)) ** 1.3)
        rim = math.hypot(x / 11.2, z / 8.2) + 0.12 * (noise(0.35 * x, 0.35 * z, seed + 7) - 0.5)
        h += 3.2 * step(0.82, 1.22, rim)
        return h + (0.10 + 0.30 * step(-0.3, 1.2, h)) * (ridged(1.3 * x, 1.3 * z, seed) - 0.5)


def main():
    grounds = {"dam": Dam, "lake": Lake}
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

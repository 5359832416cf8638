#!/usr/bin/env python3
"""Writes scenes/assets/flood.png: the ground of scenes/flood.json as 16-bit heights, a basin above a breached dam and below
it a valley with a winding bed, a flood plain, terraces and knolls. Needs nothing but Python; the same bytes every time.
    tools/make_flood.py [--seed N] [--out FILE]"""
import math
import sys

sys.dont_write_bytecode = True
from make_river import noise, options, ridged, step, write

SIZE = (128.0, 96.0)    # meters along x and z
SAMPLES = (513, 385)
HEIGHT = (-6.0, 22.0)   # meters for the values 0 and 65535
DAM = -30.0             # meters along x: middle of the dam
KNOLLS = ((-6.0, 9.0, 5.5, 4.2), (14.0, -9.5, 7.0, 3.6), (31.0, 12.0, 6.0, 3.4), (44.0, -4.5, 4.0, 2.6), (2.0, -15.0, 4.0, 3.0))


def middle(x):
    """z of the middle of the bed."""
    wind = step(-40, -10, x)
    return wind * (7.0 * math.sin(0.105 * x + 0.4) + 3.0 * math.sin(0.23 * x + 1.0))


def spread(x):
    """Half the width of the valley's floor."""
    return 21 + 5 * math.sin(0.06 * x - 0.6) - 9 * math.exp(-((x - DAM) / 9) ** 2)


def height(x, z, seed):
    fall = -0.022 * (x - DAM)
    bend = 3.0 * (noise(0.11 * x, 0.11 * z, seed + 20) - 0.5)
    bed = abs(z - middle(x) + 0.5 * bend)
    channel = -1.5 * (1 - step(1.6, 4.6, bed))
    off = abs(z + bend)
    plain = 0.035 * off + 0.9 * step(0.62, 0.70, off / spread(x) + 0.12 * (noise(0.2 * x, 0.2 * z, seed + 22) - 0.5))
    rise = max(0.0, off - spread(x))
    hills = 0.42 * rise * (0.35 + ridged(0.33 * x, 0.33 * z, seed)) + 3.0 * step(0, 12, rise) * ridged(0.5 * x, 0.5 * z, seed + 5)
    rough = 0.16 * (ridged(1.4 * x, 1.4 * z, seed + 10) - 0.5) * step(1.0, 4.0, bed) + 0.25 * (noise(0.35 * x, 0.35 * z, seed + 30) - 0.5)
    h = fall + channel + plain + hills + rough
    for a, b, radius, tall in KNOLLS:
        away = math.hypot(x - a, z - b) + 1.5 * (noise(0.4 * x, 0.4 * z, seed + 40) - 0.5)
        h += tall * (1 - step(0.15 * radius, radius, away))
    # The dam: an earth wall across the valley whose middle has gone.
    across = 1 - step(1.3, 5.0, abs(x - DAM + 0.4 * bend))
    breach = step(3.2, 6.2, abs(z - middle(x)) + 0.6 * bend)
    crest = 6.6 + 0.25 * (noise(0.5 * x, 0.5 * z, seed + 50) - 0.5)
    return h + across * breach * max(0.0, crest - h)


if __name__ == "__main__":
    given = options(__doc__, 7, "scenes/assets/flood.png")
    write(lambda x, z: height(x, z, given.seed), SIZE, SAMPLES, HEIGHT, given.out)

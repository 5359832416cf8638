"""A standing wave in a basin against the closed form: the period of its first mode."""

import math

import numpy as np

import undine

# Waves of speed 1.5 m/s between walls 2 m apart: half a wave fits in, so the period is 2 * 2 m / 1.5 m/s.
scene = {
    "version": 1,
    "clock": {"step": 0.005},
    "water": [
        {"name": "basin", "solver": "wave", "cells": [128, 16], "size": [2, 0.25], "speed": 1.5,
         "initial": [{"shape": "cosine", "height": 0.02, "mode": [1, 0]}]}
    ],
}
with undine.World(scene) as world:
    times, levels = [], []
    for _ in world.steps(1200):
        times.append(world.time)
        levels.append(world.sample("basin.height", [(-1 + 1e-6, 0, 0)])[0])
levels = np.array(levels)
up = np.flatnonzero((levels[:-1] < 0) & (levels[1:] >= 0))
period = (times[up[-1]] - times[up[0]]) / (len(up) - 1)
print(f"period {period:.4f} s, closed form {4 / 1.5:.4f} s")
assert math.isclose(period, 4 / 1.5, rel_tol=0.01)

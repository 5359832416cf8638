"""A buoy that a controller keeps in its place: an environment with reset() and step(), as of a gym."""

import numpy as np

import undine

SCENE = {
    "version": 1,
    "meshes": [],
    "clock": {"step": 0.05, "seed": 3},
    "water": [{"name": "sea", "solver": "sea", "cells": [32, 32], "size": [64, 64], "texels": 64, "patches": 2,
               "current": [0.4, 0.1], "spectra": [{"wind": 7, "fetch": 30000}]}],
    "bodies": [{"name": "buoy", "shape": "cylinder", "radius": 0.8, "length": 1.5, "density": 340, "ballast": [0, -0.35, 0]}],
}


class Buoy:
    """Observation: place and velocity along x and z. Action: force along x and z, N."""

    def reset(self):
        self.world = undine.World(SCENE)
        return self._observe()

    def step(self, action):
        self.world.force(0, (action[0], 0, action[1]))
        self.world.step(2)
        seen = self._observe()
        return seen, -float(np.hypot(seen[0], seen[1]))

    def _observe(self):
        position, velocity = self.world["bodies.state"][0][:3], self.world["bodies.state"][0][7:10]
        return np.array([position[0], position[2], velocity[0], velocity[2]])


for name, gain in (("left alone", 0.0), ("held", 400.0)):
    buoy = Buoy()
    seen = buoy.reset()
    for _ in range(100):
        seen, reward = buoy.step(-gain * seen[:2] - gain * seen[2:])
    print(f"{name}: {-reward:.2f} m from its place after {buoy.world.time:.0f} s")
    buoy.world.close()

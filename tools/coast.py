#!/usr/bin/env python3
"""Shallow water against measured coasts: Monai valley at 1:400 [Matsuyama & Tanaka 2001].

A leading-depression wave comes over a sea edge into the model of the valley. Compared are the levels of gauges 5, 7 and 9
from 10 to 25 s, and the run-up at three points of the shore (the highest level of wet columns within 0.17 m of each).

  tools/coast.py FOLDER [--undine build/release/undine] [--manning N] [--cells NX]    FOLDER: data, see docs/results.md
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

corner = np.array([5.488, 3.402])  # m; x from the sea to the shore, y along it
gauges = {"g5": (4.521, 1.196), "g7": (4.521, 1.696), "g9": (4.521, 2.196)}
points = [(5.1575, 1.88), (5.03, 2.2062), (4.9975, 2.32)]


def scene(cells, manning):
    place = lambda at: [at[0] - corner[0] / 2, 0, at[1] - corner[1] / 2]
    return {
        "version": 1, "clock": {"step": 0.01}, "meshes": [],
        "terrain": {"heightmap": "bed.npy", "size": corner.tolist()},
        "water": [{
            "name": "sea", "solver": "shallow", "cells": cells, "size": corner.tolist(), "origin": [0, -0.14, 0],
            "manning": manning, "foam": {"amount": 0}, "drying": 0, "initial": [{"shape": "level", "level": 0}],
            "edges": {"-x": "sea"}, "waves": {"kind": "series", "from": "-x", "file": "wave.csv"},
            "gauges": [{"name": name, "position": place(at)} for name, at in gauges.items()],
        }],
    }


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("data", type=pathlib.Path)
    options.add_argument("--undine", default=str(pathlib.Path(__file__).resolve().parent.parent / "build/release/undine"))
    options.add_argument("--manning", type=float, default=0.01)
    options.add_argument("--cells", type=int, default=392)
    given = options.parse_args()
    cells = [given.cells, round(given.cells * corner[1] / corner[0])]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bed = np.ascontiguousarray(np.load(given.data / "monai_bathy.npy"))
        np.save(folder / "bed.npy", bed)
        (folder / "wave.csv").write_text((given.data / "monai_input_wave.csv").read_text())
        (folder / "scene.json").write_text(json.dumps(scene(cells, given.manning)))
        # Statistics every 0.05 s; maps at the end alone.
        run = [given.undine, "simulate", str(folder / "scene.json"), "--steps", "2500", "--quiet"]
        subprocess.run(run + ["--every", "5", "--stats", str(folder / "s.json")], check=True)
        subprocess.run(run + ["--dump", f"sea.max_depth={folder}/depth.npy", "--dump", f"sea.bed={folder}/ground.npy"],
                       check=True)
        steps = json.loads((folder / "s.json").read_text())["steps"]
        depth, ground = np.load(folder / "depth.npy"), np.load(folder / "ground.npy")
    time = np.array([s["time"] for s in steps])
    lines = [l for l in (given.data / "monai_gauges.csv").read_text().splitlines() if not l.startswith(("#", "t_s"))]
    measured = np.loadtxt(lines, delimiter=",")
    window = (time >= 10) & (time <= 25)
    for column, gauge in enumerate(gauges, 1):
        ours = np.array([s["water"]["sea"]["gauges"][gauge] for s in steps])[window]
        theirs = np.interp(time, measured[:, 0], measured[:, column])[window]
        error = np.sqrt(np.mean((ours - theirs) ** 2))
        print(f"{gauge}: rms error {1000 * error:.1f} mm, {100 * error / np.ptp(theirs):.1f} % of the range; crest "
              f"{1000 * ours.max():.1f} mm at {time[window][ours.argmax()]:.2f} s, measured {1000 * theirs.max():.1f} mm at "
              f"{time[window][theirs.argmax()]:.2f} s")
    lines = [l for l in (given.data / "monai_runup.csv").read_text().splitlines() if not l.startswith(("#", "x_m"))]
    x, y = np.meshgrid(*[(np.arange(n) + 0.5) * c / n for n, c in zip(cells, corner)])
    for (at_x, at_y), line in zip(points, lines):
        runs = [float(v) for v in line.split(",")[2:8]]
        near = (np.hypot(x - at_x, y - at_y) < 0.17) & (depth > 0.001)
        print(f"run-up at ({at_x}, {at_y}): {1000 * (ground + depth)[near].max():.1f} mm, measured {1000 * min(runs):.1f} to "
              f"{1000 * max(runs):.1f} mm")
    print(f"most of the water that the ledger misses: {max(abs(s['off']) for s in steps):.1e} of it")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Shallow water against measured coasts. Each case prints our values beside those measured; docs/results.md has them.

  monai       tsunami in Monai valley at 1:400: levels of three gauges, run-up [Matsuyama & Tanaka 2001]
  bar         waves over a submerged bar: levels of six gauges [Dingemans 1994]
  grilli      solitary wave on a beach of 1:34.7: levels of six gauges [Grilli et al. 1994]
  beach       breaking waves on a beach of 1:34.26: heights and set-up [Hansen & Svendsen 1979]
  shoal       waves over an elliptic shoal: heights along eight sections [Berkhoff et al. 1982]
  diffraction waves behind half a breakwater, k d 0.94: heights at 66 points [Penney & Price 1952]
  island      solitary wave around a conical island, case A: levels of eight gauges [Briggs et al. 1995]
  malpasset   the dam break of 1959: high-water marks, arrival times, gauges of the model [Hervouet & Petitjean 1999]
  runup       solitary waves on a beach of 1:19.85, to the run-up of [Synolakis 1987]; needs no data

  tools/coast.py CASE FOLDER [--undine build/release/undine] [--hydrostatic]      FOLDER: data, see docs/results.md
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

gravity = 9.81


def table(file):
    """Rows of numbers of a CSV file, and the names of its columns."""
    lines = [l for l in file.read_text().splitlines() if l and not l.startswith("#")]
    return lines[0].split(","), [l.split(",") for l in lines[1:]]


def numbers(file):
    return np.array([[float(v) for v in row] for row in table(file)[1]])


class Basin:
    """A water whose corner is at (0, 0), x towards +x, y along z; its still level is 0."""

    def __init__(self, given, size, cells, depth, bed=None, manning=0.0):
        self.given, self.size, self.cells, self.depth = given, size, cells, depth
        self.manning, self.edges, self.waves, self.gauges, self.files = manning, {}, None, {}, {}
        self.bed = bed if bed is not None else np.full((2, 2), -depth)
        self.initial, self.arrays = [{"shape": "level", "level": 0}], {}

    def middle(self, axis):
        return (np.arange(self.cells[axis]) + 0.5) * self.size[axis] / self.cells[axis]

    def place(self, at):
        return [at[0] - self.size[0] / 2, 0, at[1] - self.size[1] / 2]

    def incident(self, times, elevation, velocity=None):
        rows = np.column_stack([times, elevation] + ([] if velocity is None else [velocity]))
        self.files["wave.csv"] = "\n".join(",".join(f"{v:.7g}" for v in row) for row in rows)
        self.waves = {"kind": "series", "from": "-x", "file": "wave.csv"}

    def scene(self, step):
        terrain = {"heightmap": "ground.npy", "size": self.size}
        if self.bed.shape[1] == self.cells[0]:
            terrain["samples"] = "cells"
        water = {"name": "sea", "solver": "shallow", "cells": self.cells, "size": self.size, "origin": [0, -self.depth, 0],
                 "manning": self.manning, "foam": {"amount": 0}, "drying": 0, "initial": self.initial,
                 "edges": self.edges, "gauges": [{"name": n, "position": self.place(at)} for n, at in self.gauges.items()]}
        if not self.given.hydrostatic:
            water["dispersion"] = "nonhydrostatic"
        if self.waves:
            water["waves"] = self.waves
        return {"version": 1, "clock": {"step": step}, "meshes": [], "terrain": terrain, "water": [water]}

    def run(self, step, seconds, every=1, maps=(), maps_every=0):
        """Times and gauges {name: levels}; fields of `maps` at the end, or at every step of `maps_every`."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            np.save(folder / "ground.npy", np.ascontiguousarray(self.bed, dtype="<f4"))
            for file, array in self.arrays.items():
                np.save(folder / file, np.ascontiguousarray(array, dtype="<f4"))
            for file, text in self.files.items():
                (folder / file).write_text(text)
            (folder / "scene.json").write_text(json.dumps(self.scene(step)))
            count = round(seconds / step)
            command = [self.given.undine, "simulate", str(folder / "scene.json"), "--steps", str(count), "--quiet"]
            if self.gauges or not maps:
                subprocess.run([*command, "--every", str(every), "--stats", str(folder / "s.json")], check=True)
            if maps:
                dumps = [word for m in maps for word in ("--dump", f"sea.{m}={folder}/{m}.npy")]
                often = ["--every", str(maps_every)] if maps_every else []
                subprocess.run([*command, *often, *dumps], check=True)
            stats = folder / "s.json"
            steps = json.loads(stats.read_text())["steps"] if stats.exists() else []
            fields = {m: [np.load(f) for f in sorted(folder.glob(f"{m}*.npy"))] for m in maps}
        if steps:
            print(f"most of the water that the ledger misses: {max(abs(s['off']) for s in steps):.1e} of it")
        times = np.array([s["time"] for s in steps])
        return times, {g: np.array([s["water"]["sea"]["gauges"][g] for s in steps]) for g in self.gauges}, fields


def compare(name, ours, theirs, unit=1000):
    error = np.sqrt(np.mean((ours - theirs) ** 2))
    print(f"{name}: root mean square {unit * error:.1f} mm, {100 * error / np.ptp(theirs):.1f} % of the range; crest "
          f"{unit * ours.max():.1f} mm, measured {unit * theirs.max():.1f} mm")
    return error / np.ptp(theirs)


def monai(given):
    size = [5.488, 3.402]
    cells = [given.cells or 392, round((given.cells or 392) * size[1] / size[0])]
    basin = Basin(given, size, cells, 0.14, np.load(given.data / "monai_bathy.npy"), manning=0.01)
    basin.edges = {"-x": "sea"}
    basin.files["wave.csv"] = (given.data / "monai_input_wave.csv").read_text()
    basin.waves = {"kind": "series", "from": "-x", "file": "wave.csv"}
    basin.gauges = {"g5": (4.521, 1.196), "g7": (4.521, 1.696), "g9": (4.521, 2.196)}
    time, levels, fields = basin.run(0.01, 25, 5, ("max_depth", "bed"))
    measured = numbers(given.data / "monai_gauges.csv")
    window = (time >= 10) & (time <= 25)
    for column, (gauge, ours) in enumerate(levels.items(), 1):
        compare(gauge, ours[window], np.interp(time, measured[:, 0], measured[:, column])[window])
    depth, ground = fields["max_depth"][0], fields["bed"][0]
    x, y = np.meshgrid(basin.middle(0), basin.middle(1))
    for (at_x, at_y), row in zip([(5.1575, 1.88), (5.03, 2.2062), (4.9975, 2.32)], table(given.data / "monai_runup.csv")[1]):
        runs = [float(v) for v in row[2:8]]
        near = (np.hypot(x - at_x, y - at_y) < 0.17) & (depth > 0.001)
        print(f"run-up at ({at_x}, {at_y}): {1000 * (ground + depth)[near].max():.1f} mm, measured {1000 * min(runs):.1f} to "
              f"{1000 * max(runs):.1f} mm")


def channel(given, length, cell, depth, bed):
    """A channel of one row along x over bed(x)."""
    n = round(length / cell)
    x = (np.arange(n) + 0.5) * cell
    basin = Basin(given, [length, cell], [n, 1], depth, np.tile(bed(x), (2, 1)))
    basin.edges = {"-x": "sea"}
    return basin


def bar(given):
    bed = lambda x: np.interp(x, [0, 11.01, 23.04, 27.04, 33.07], [0, 0, 0.6, 0.6, 0]) - 0.8
    basin = channel(given, 60, given.cell or 0.05, 0.8, bed)
    basin.edges["+x"] = "sea"
    period = 2.02 * math.sqrt(2)
    basin.waves = {"kind": "regular", "from": "-x", "height": 0.04, "period": period}
    places = [3.04, 9.44, 20.04, 26.04, 30.44, 37.04]
    basin.gauges = {f"x{x}": (x, basin.size[1] / 2) for x in places}
    time, levels, _ = basin.run(0.02, 75)
    measured = numbers(given.data / "bar_dingemans.csv")
    window = (measured[:, 0] >= 45) & (measured[:, 0] <= 45 + 7 * period)
    shifted = lambda ours, shift: np.interp(measured[window, 0] + shift, time, ours)
    first = next(iter(levels.values()))
    shifts = np.arange(-period / 2, period / 2, 0.01)
    shift = min(shifts, key=lambda s: np.sum((shifted(first, s) - measured[window, 1]) ** 2))
    for column, (gauge, ours) in enumerate(levels.items(), 1):
        compare(gauge, shifted(ours, shift), measured[window, column])


def solitary(depth, height, times, at):
    """Elevation and velocity of Serre's solitary wave whose crest passes at the time `at`."""
    speed = math.sqrt(gravity * (depth + height))
    k = math.sqrt(3 * height / (4 * depth * depth * (depth + height)))
    z = height / np.cosh(k * speed * (times - at)) ** 2
    return z, speed * z / (depth + z)


def grilli(given):
    depth, toe = 0.44, 10.0
    basin = channel(given, 27, given.cell or 0.02, depth, lambda x: np.maximum(x - toe, 0) / 34.7 - depth)
    times = np.arange(0, 12, 0.01)
    basin.incident(times, *solitary(depth, 0.2 * depth, times, 2.5))
    places = {"g0": -5, "g1": 20.96, "g3": 22.55, "g5": 23.68, "g7": 24.68, "g9": 25.91}
    basin.gauges = {g: (toe + depth * x, basin.size[1] / 2) for g, x in places.items()}
    time, levels, _ = basin.run(0.01, 14)
    rows = table(given.data / "solitary_grilli.csv")[1]
    unit = math.sqrt(depth / gravity)
    shift = time[levels["g0"].argmax()] - 13.65 * unit
    for gauge, ours in levels.items():
        theirs = np.array([[float(r[2]) * unit, float(r[3]) * depth] for r in rows if r[0] == gauge])
        compare(gauge, np.interp(theirs[:, 0] + shift, time, ours), theirs[:, 1])


def beach(given):
    depth, toe, slope = 0.36, 8.0, 0.0292
    for test, period, height in (("031041", 10 / 3, 0.041), ("061071", 5 / 3, 0.070)):
        basin = channel(given, toe + 15, given.cell or 0.02, depth, lambda x: np.maximum(x - toe, 0) * slope - depth)
        basin.waves = {"kind": "regular", "from": "-x", "height": height, "period": period}
        measured = numbers(given.data / f"hansen_svendsen_{test}.csv")
        measured = measured[measured[:, 0] < 11.5]
        basin.gauges = {f"g{i}": (toe + x, basin.size[1] / 2) for i, x in enumerate(measured[:, 0])}
        time, levels, _ = basin.run(0.01, 24 * period)
        last = (time > 16 * period) & (time <= 24 * period)
        waves = [[np.ptp(w) for w in np.array_split(l[last], 8)] for l in levels.values()]
        ours = np.column_stack([np.mean(waves, axis=1), [np.mean(l[last]) for l in levels.values()]])
        breaks, theirs = measured[ours[:, 0].argmax(), 0], measured[measured[:, 1].argmax(), 0]
        error = np.sqrt(np.mean((ours - measured[:, 1:]) ** 2, axis=0))
        print(f"{test}: heights {1000 * error[0]:.1f} mm root mean square ({100 * error[0] / measured[0, 1]:.1f} % of the "
              f"incident), set-up {1000 * error[1]:.1f} mm; highest {1000 * ours[:, 0].max():.1f} mm at x {breaks:.2f} m, "
              f"measured {1000 * measured[:, 1].max():.1f} mm at {theirs:.2f} m; at the toe {1000 * ours[0, 0]:.1f} mm")


def shoal(given):
    size, corner, cell = [24.0, 20.0], (-10.0, -10.0), given.cell or 0.05
    cells = [round(size[0] / cell), round(size[1] / cell)]
    basin = Basin(given, size, cells, 0.45)
    x, y = np.meshgrid(basin.middle(0) + corner[0], basin.middle(1) + corner[1])
    turn = math.radians(20)
    xr, yr = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    depth = np.minimum(0.45, np.maximum(0.45 - 0.02 * (5.82 + xr), 0.07))
    inside = (xr / 3) ** 2 + (yr / 4) ** 2 < 1
    bump = -0.3 + 0.5 * np.sqrt(np.maximum(1 - (xr / 3.75) ** 2 - (yr / 5) ** 2, 0))
    basin.bed = -(depth - np.where(inside, bump, 0))
    basin.edges = {"-x": "sea", "+x": "sea"}
    basin.waves = {"kind": "regular", "from": "-x", "height": 0.0464, "period": 1.0}
    sections = [[float(v) for v in row] for row in table(given.data / "berkhoff_shoal.csv")[1]]
    basin.gauges = {f"p{i}": (row[1] - corner[0], row[2] - corner[1]) for i, row in enumerate(sections)}
    time, levels, _ = basin.run(0.02, 36, 2)
    last = time > 30
    ours = np.array([np.ptp(levels[f"p{i}"][last]) for i in range(len(sections))]) / 0.0464
    theirs, section = np.array([row[4] for row in sections]), np.array([int(row[0]) for row in sections])
    for n in range(1, 9):
        a, b = ours[section == n], theirs[section == n]
        skill = 1 - np.sum((a - b) ** 2) / np.sum((np.abs(a - b.mean()) + np.abs(b - b.mean())) ** 2)
        print(f"section {n}: root mean square {100 * np.sqrt(np.mean((a - b) ** 2)):.1f} % of the incident height; skill "
              f"{skill:.3f}; highest {a.max():.2f}, measured {b.max():.2f}")


def island(given):
    size, center = [25.0, 28.2], (12.96, 13.80)
    cell = given.cell or 0.1
    basin = Basin(given, size, [round(size[0] / cell), round(size[1] / cell)], 0.32, manning=0.01)
    x, y = np.meshgrid(basin.middle(0), basin.middle(1))
    basin.bed = np.clip((3.6 - np.hypot(x - center[0], y - center[1])) / 4, 0, 0.625) - 0.32
    basin.edges = {"-x": "sea", "+x": "sea"}
    times = np.arange(0, 20, 0.02)
    basin.incident(times, *solitary(0.32, 0.045 * 0.32, times, 6))
    places = [(5.76, 16.05), (5.76, 14.55), (5.76, 13.05), (5.76, 11.55), (9.36, 13.80), (10.36, 13.80), (12.96, 11.22), (15.56, 13.80)]
    names = [c.removesuffix("_m") for c in table(given.data / "conical_gauges_A.csv")[0][1:]]
    basin.gauges = dict(zip(names, places))
    time, levels, _ = basin.run(0.02, 24)
    measured = numbers(given.data / "conical_gauges_A.csv")
    theirs = {n: measured[:, i] - measured[measured[:, 0] < 25, i].mean() for i, n in enumerate(names, 1)}
    shift = measured[theirs["g3"].argmax(), 0] - time[levels["g3"].argmax()]
    crest = {n: measured[t.argmax(), 0] for n, t in theirs.items()}
    for gauge, ours in levels.items():  # the first wave: 3 s before the crest to 4 s after it
        window = (measured[:, 0] > crest[gauge] - 3) & (measured[:, 0] < crest[gauge] + 4)
        compare(gauge, np.interp(measured[window, 0] - shift, time, ours), theirs[gauge][window])


def runup(given):
    depth, slope, cell = 1.0, 1 / 19.85, given.cell or 0.05
    for height in (0.005, 0.0185, 0.1, 0.2, 0.3):
        toe = 30.0
        basin = channel(given, toe + 50, cell, depth, lambda x: np.maximum(x - toe, 0) * slope - depth)
        basin.manning = 0.0137  # 0.01 in a laboratory's depth of 0.15 m
        speed, k = math.sqrt(gravity * (1 + height)), math.sqrt(3 * height / (4 * (1 + height)))
        passes = 4.5 / (k * speed)
        times = np.arange(0, 3 * passes, 0.02)
        basin.incident(times, *solitary(depth, height, times, passes))
        _, _, fields = basin.run(0.02, passes + 2 * toe / speed + 14, 50, ("max_depth", "bed"))
        most, bed = fields["max_depth"][0][0], fields["bed"][0][0]
        ours = bed[most > 0.01 * height].max()
        breaks = height > 0.8183 * slope ** (10 / 9)
        law = 0.918 * height**0.606 if breaks else 2.831 * math.sqrt(1 / slope) * height**1.25
        print(f"H/d {height}: run-up {ours:.4f} d, law {law:.4f} d ({100 * (ours / law - 1):+.1f} %), {'breaking' if breaks else 'not breaking'}")


def malpasset(given):
    terrain, corner, cell = np.load(given.data / "malpasset_dem20.npy"), (540.0, -2340.0), 20.0
    bed = np.where(np.isnan(terrain), 150.0, terrain)
    rows, columns = bed.shape
    basin = Basin(given, [columns * cell, rows * cell], [columns, rows], 0, bed, manning=0.033)
    given.hydrostatic = True
    x, y = np.meshgrid(basin.middle(0) + corner[0], basin.middle(1) + corner[1])
    (x0, y0), (x1, y1) = (4701.183, 4143.407), (4655.553, 4392.104)
    side = lambda px, py: (x1 - x0) * (py - y0) - (y1 - y0) * (px - x0)
    held = (side(x, y) * side(4000, 4200) > 0) & (np.hypot(x - 4500, y - 5350) > 200)
    wet = ~np.isnan(terrain)
    depth = np.where(held & wet, np.maximum(100 - bed, 0), np.where(wet & (bed < 0), -bed, 0))
    basin.arrays["water.npy"] = depth
    basin.initial = [{"shape": "npy", "file": "water.npy"}]
    print(f"reservoir {1e-6 * depth[held].sum() * cell * cell:.2f} million m3")
    points = table(given.data / "malpasset_points.csv")[1]
    _, _, fields = basin.run(1.0, 4000, 100, ("max_depth", "bed", "arrival"))
    most, ground, arrival = (fields[m][0] for m in ("max_depth", "bed", "arrival"))
    errors, reached = [], {}
    for row in points:
        px, py = float(row[2]), float(row[3])
        away = np.where(most > 0.05, np.hypot(x - px, y - py), np.inf)
        at = np.unravel_index(away.argmin(), away.shape)  # the nearest column that was wet
        level, reached[row[0]] = ground[at] + most[at], arrival[at]
        text = f"{row[0]}: level {level:.2f} m"
        if row[4]:
            text += f", measured {float(row[4]):.2f}"
            errors.append((row[0], level - float(row[4])))
        if row[5] and row[1] == "physical_model":
            text += f"; arrival {arrival[at]:.0f} s, measured {float(row[5]):.0f}"
        print(f"{text}; column {away.min():.0f} m away")
    for kind in "PS":
        some = np.array([e for name, e in errors if name[0] == kind])
        print(f"{kind}: root mean square {np.sqrt(np.mean(some**2)):.2f} m, mean {some.mean():+.2f} m")
    for name, measured in (("B", 1140), ("C", 1320)):
        print(f"power cut {name} - A: {reached[name] - reached['A']:.0f} s, measured {measured}")


def diffraction(given):
    """A thin breakwater from the origin to +z; waves along +x; FOLDER/.. has the table, its lee at +x here."""
    length, depth, height = 10.0, 1.5, 0.02
    cell, before, after, side, lee = given.cell or length / 20, 30, 110, 80, 100
    basin = Basin(given, [before + after, side + lee], [round((before + after) / cell), round((side + lee) / cell)], depth)
    x, y = np.meshgrid(basin.middle(0) - before, basin.middle(1) - side)
    basin.bed = np.where((abs(x - cell / 2) < cell / 4) & (y > 0), 1.0, -depth)
    basin.edges = {"-x": "sea", "+x": "sea"}
    omega = math.sqrt(gravity * 2 * math.pi / length * math.tanh(2 * math.pi / length * depth))
    period = 2 * math.pi / omega
    basin.waves = {"kind": "regular", "from": "-x", "height": height, "period": period}
    table_ = numbers(given.data.parent / "diffraction_half_plane_90deg.csv")
    basin.gauges = {f"g{i}": (before + cell - length * v, side + length * u) for i, (u, v, _) in enumerate(table_)}
    time, levels, _ = basin.run(period / 60, 26 * period)
    last = time > time[-1] - 5 * period
    ours = np.array([2 * abs(np.mean(l[last] * np.exp(-1j * omega * time[last]))) / (height / 2) for l in levels.values()])
    error = ours - table_[:, 2]
    for name, part in (("lee", table_[:, 0] >= 0), ("open side", table_[:, 0] < 0)):
        print(f"{name}: root mean square of the coefficient {np.sqrt(np.mean(error[part] ** 2)):.3f}, largest {abs(error[part]).max():.3f}")


def main():
    cases = {f.__name__: f for f in (monai, bar, grilli, beach, shoal, diffraction, island, malpasset, runup)}
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("case", choices=cases)
    options.add_argument("data", type=pathlib.Path)
    options.add_argument("--undine", default=str(pathlib.Path(__file__).resolve().parent.parent / "build/release/undine"))
    options.add_argument("--cells", type=int, help="of monai along x")
    options.add_argument("--cell", type=float, help="size of a column in m")
    options.add_argument("--hydrostatic", action="store_true", help="without dispersion")
    given = options.parse_args()
    cases[given.case](given)


if __name__ == "__main__":
    sys.exit(main())

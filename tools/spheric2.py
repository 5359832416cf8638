#!/usr/bin/env python3
"""Compares the gauges of scenes/spheric2.json with the experiment.

    undine simulate scenes/spheric2.json --steps 1200 --stats s.json
    tools/spheric2.py s.json [--csv out.csv]

Prints for each height gauge the arrival of the water (height over 2 cm, between readings) and the mean absolute error over
the range of the measured heights; for each pressure gauge on the front the peak of the readings, which are means of clock
steps, that of means over 10 ms, and the impulse of the first blow (0.38 to 0.56 s); and how far energy rises. Exits
with 1 where the arrivals of H1, H2, H3 are off by more than 10 %, the errors of H2 and H4 exceed 10 %, the peak of P2 is
off by more than 30 %, or energy rises by more than 1 %.
"""
import argparse
import json
import pathlib
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("stats", help="what --stats has written")
parser.add_argument("--data", default=pathlib.Path(__file__).parent.parent / "tests/data/spheric_test2_marin_100hz.csv")
parser.add_argument("--csv", help="writes the simulated readings to this file")
args = parser.parse_args()

lines = [line for line in open(args.data) if not line.startswith("#")]
names = [name.split("_")[0] for name in lines[0].strip().split(",")]
rows = [[float(x) for x in line.split(",")] for line in lines[1:]]
lab = {name: [row[i] for row in rows] for i, name in enumerate(names)}
steps = json.load(open(args.stats))["steps"]
time = [s["time"] for s in steps]
water = [next(iter(s["water"].values())) for s in steps]
run = {name: [w["gauges"][name] for w in water] for name in water[0]["gauges"]}
end = time[-1]
if args.csv:
    with open(args.csv, "w") as out:
        out.write("t_s," + ",".join(run) + "\n")
        for i, t in enumerate(time):
            out.write(f"{t:.6g}," + ",".join(f"{run[n][i]:.6g}" for n in run) + "\n")


def arrival(times, heights):
    for i in range(1, len(times)):
        if heights[i] > 0.02:
            part = (0.02 - heights[i - 1]) / (heights[i] - heights[i - 1])
            return times[i - 1] + part * (times[i] - times[i - 1])
    return None


def at(t, times, values):
    """Linear between samples."""
    for i in range(1, len(times)):
        if times[i] >= t:
            f = (t - times[i - 1]) / (times[i] - times[i - 1])
            return values[i - 1] + f * (values[i] - values[i - 1])
    return values[-1]


# Of the 1 kHz record.
arrivals = {"H1": 0.920, "H2": 0.368, "H3": 0.218}
peaks = {"P1": (11239, 0.415), "P2": (8127, 0.426), "P3": (6564, 0.459), "P4": (7203, 0.455)}
bad = []
print(f"{water[0]['particles']} particles, {end:.3g} s, {sum(w['sub_steps'] for w in water)} sub-steps")
for name in ("H1", "H2", "H3", "H4"):
    times = [t for t in lab["t"] if t <= end]
    pairs = [(at(t, time, run[name]), h) for t, h in zip(times, lab[name])]
    error = sum(abs(a - b) for a, b in pairs) / len(pairs) / (max(lab[name]) - min(lab[name]))
    line = f"{name}: mean error {100 * error:.1f} % of the range"
    if name != "H4":
        ours, theirs = arrival(time, run[name]), arrivals[name]
        if ours is None:
            line += ", dry so far"
        else:
            line += f", arrival {ours:.3f} s against {theirs:.3f} s ({100 * (ours / theirs - 1):+.1f} %)"
            if abs(ours / theirs - 1) > 0.1:
                bad.append(f"arrival at {name}")
    if name in ("H2", "H4") and error > 0.1:
        bad.append(f"heights at {name}")
    print(line)
def smooth(t, values, width):
    """Mean of the steps that end within `width` after t."""
    inside = [v for s, v in zip(time, values) if t < s <= t + width + 1e-9]
    return sum(inside) / len(inside) if inside else 0.0


def impulse(times, values):
    return 1e-3 * sum(at(0.38 + 1e-3 * i, times, values) for i in range(180))


for name in ("P1", "P2", "P3", "P4"):
    peak = max(run[name])
    measured, when = peaks[name]
    mean = max((smooth(t, run[name], 0.01), t + 0.005) for t in time if t <= end - 0.01)
    print(f"{name}: peak {peak:.0f} Pa at {time[run[name].index(peak)]:.3f} s against {measured} Pa at {when} s "
          f"({100 * (peak / measured - 1):+.0f} %), of 10 ms {mean[0]:.0f} Pa at {mean[1]:.3f} s, "
          f"impulse {impulse(time, run[name]):.0f} against {impulse(lab['t'], lab[name]):.0f} Pa s")
    if name == "P2" and end > 0.6 and abs(peak / measured - 1) > 0.3:
        bad.append("peak of P2")
energy = [w["energy"] for w in water]
rise = max(e - min(energy[:i + 1]) for i, e in enumerate(energy))
print(f"energy from {energy[0]:.0f} to {energy[-1]:.0f} J, at most {rise:.2g} J over what it was before")
if rise > 0.01 * energy[0]:
    bad.append("energy")
print("out of bounds: " + ", ".join(bad) if bad else "within bounds")
sys.exit(1 if bad else 0)

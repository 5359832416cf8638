#!/usr/bin/env python3
"""Water of particles that must stand, and a fountain that must not make energy, for as long as it takes.

Columns of tests/data/sph_column_*.json, both models, clock steps of 0.002, 0.005 and 0.01 s: after 5 s the depth (twice
the mean height) within 3 %, the pressure (mean over the last 0.2 s, 0.35 to 0.65 of the depth) within 10 %, the fastest
particle under 2 % of sqrt(g H). tests/data/sph_fountain.json: 60 s, energy at most 2 % over what came in.

  tools/sph_rest.py [--undine build/release/undine] [columns|fountain] [--seconds S]
"""
import argparse
import array
import ast
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile

data = pathlib.Path(__file__).resolve().parent.parent / "tests/data"


def load(file):
    raw = file.read_bytes()
    size = struct.unpack("<H", raw[8:10])[0]
    shape = ast.literal_eval(raw[10 : 10 + size].decode())["shape"]
    values = array.array("f")
    values.frombytes(raw[10 + size :])
    return values, shape


def simulate(undine, scene, steps, folder, settings, every, fields):
    command = [undine, "simulate", str(scene), "--steps", str(steps), "--every", str(every)]
    command += ["--stats", str(folder / "stats.json"), "--log-level", "warn"]
    for field in fields:
        command += ["--dump", f"w.{field}={folder}/{field}.npy"]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True)
    return json.loads((folder / "stats.json").read_text())["steps"]


def column(undine, name, model, step, seconds):
    scene = data / f"sph_column_{name}.json"
    height = json.loads(scene.read_text())["water"][0]["fluid"][0]["box"]["max"][1]
    steps = round(seconds / step)
    every = max(1, round(0.02 / step))
    pressure = weight = 0
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = pathlib.Path(name_of_folder)
        settings = [f"clock.step={step}", f"water.0.model={model}"]
        last = simulate(undine, scene, steps, folder, settings, every, ["position", "velocity", "pressure"])[-1]
        files = sorted(folder.glob("position_*.npy"))[-10:]
        for file in files:
            x, shape = load(file)
            p, _ = load(folder / file.name.replace("position", "pressure"))
            for i in range(shape[0]):
                y = x[3 * i + 1]
                if 0.35 * height < y < 0.65 * height:
                    pressure += p[i]
                    weight += 9810 * (height - y)
        v, _ = load(folder / files[-1].name.replace("position", "velocity"))
        depth = 2 * sum(x[1::3]) / shape[0] / height
        speed = math.sqrt(max(v[3 * i] ** 2 + v[3 * i + 1] ** 2 + v[3 * i + 2] ** 2 for i in range(shape[0])))
    speed /= math.sqrt(9.81 * height)
    good = abs(depth - 1) < 0.03 and abs(pressure / weight - 1) < 0.1 and speed < 0.02
    print(f"{name} {model} {step} s: depth {depth:.4f}, pressure {pressure / weight:.4f}, speed {speed:.4f}, "
          f"{last['water']['w']['sub_steps']} sub-steps: {'holds' if good else 'FAILS'}", flush=True)
    return good


def fountain(undine, seconds):
    scene = data / "sph_fountain.json"
    water = json.loads(scene.read_text())["water"][0]
    emitter = water["fluid"][0]["emitter"]
    mass = 1000 * water["spacing"] ** 3
    each = mass * (emitter["speed"] ** 2 / 2 + 9.81 * (emitter["position"][1] - water["domain"]["min"][1]))
    most = 0
    with tempfile.TemporaryDirectory() as folder:
        steps = simulate(undine, scene, round(seconds / 0.005), pathlib.Path(folder), [], 20, [])
    for row in steps:
        now = row["water"]["w"]
        most = max(most, now["energy"] / (each * now["emitted"]))
        if now.get("warnings"):
            print(row["time"], now["warnings"])
            most = math.inf
    print(f"fountain, {seconds} s: energy at most {most:.4f} of what came in: {'holds' if most < 1.02 else 'FAILS'}")
    return most < 1.02


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="?", choices=["columns", "fountain"])
    parser.add_argument("--undine", default="build/release/undine")
    parser.add_argument("--seconds", type=float)
    args = parser.parse_args()
    good = True
    if args.what != "fountain":
        for name in ("tall", "flat", "cube"):
            for model in ("incompressible", "compressible"):
                for step in (0.01, 0.005, 0.002):
                    good &= column(args.undine, name, model, step, args.seconds or 5)
    if args.what != "columns":
        good &= fountain(args.undine, args.seconds or 60)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

// The C interface and the Python package: the same numbers and pictures as of the program, and errors for what is
// wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "engine/files/files.h"
#include "engine/files/npy.h"
#include "engine/files/png.h"
#include "tests/e2e/api_python.h"

namespace undine::test {
namespace {

using Api = ApiTest;

TEST_F(Api, ACProgramDrawsTheProgramsPicture) {
  const Outcome own = run_process({UNDINE_API_PICTURE, scene, "5", folder.file("own.ppm")});
  ASSERT_EQ(own.code, 0) << own.text();
  EXPECT_NE(own.out.find("water 0, level "), std::string::npos) << own.out;
  const Outcome theirs = undine({"render", scene, "--frames", "5", "--size", "320x180", "--set",
                                 "clock.steps_per_frame=1", "--out", folder.file("x.png")});
  ASSERT_EQ(theirs.code, 0) << theirs.text();
  const std::string bytes = files::read_file(folder.file("own.ppm")), head = "P6\n320 180\n255\n";
  const files::Bitmap8 picture = files::read_png8(folder.file("x.png"), 4);
  ASSERT_EQ(bytes.size(), head.size() + 320 * 180 * 3);
  std::size_t other = 0;
  for (std::size_t i = 0; i < 320 * 180; ++i)
    for (std::size_t c = 0; c < 3; ++c)
      other += static_cast<std::uint8_t>(bytes[head.size() + i * 3 + c]) != picture.values[i * 4 + c];
  EXPECT_EQ(other, 0u);
}

TEST_F(Api, SaysWhatIsWrongAndKeepsItsMemory) {
  const Outcome done = run_process({UNDINE_API_USER, scene, "basin.height"}, {.timeout = 300});
  EXPECT_EQ(done.code, 0) << done.text();
}

TEST_F(Api, PythonReadsTheBytesOfADump) {
  const Outcome dump = undine({"simulate", scene, "--steps", "50", "--dump", "basin.height=" + folder.file("h.npy")});
  ASSERT_EQ(dump.code, 0) << dump.text();
  const Outcome done = python(fmt::format(R"(
import numpy as np, undine
with undine.World("basin_mode.json") as world:
    world.step(50)
    height = world["basin.height"]
    stored = np.load("{}")
    assert height.shape == stored.shape and height.tobytes() == stored.tobytes()
    # Points against an interpolation in double precision.
    rng = np.random.default_rng(3)
    points = np.stack([rng.uniform(-1, 1, 10000), np.zeros(10000), rng.uniform(-0.5, 0.5, 10000)], 1)
    x, z = (points[:, 0] + 1) * 63 - 0.5, (points[:, 2] + 0.5) * 63 - 0.5
    i, j = np.floor(x).astype(int), np.floor(z).astype(int)
    h = lambda j, i: stored.astype(float)[np.clip(j, 0, 62), np.clip(i, 0, 125)]
    fx, fz = x - i, z - j
    want = (1 - fz) * ((1 - fx) * h(j, i) + fx * h(j, i + 1)) + fz * ((1 - fx) * h(j + 1, i) + fx * h(j + 1, i + 1))
    span = np.ptp(stored)
    assert span > 1e-3
    assert np.abs(world.sample("basin.height", points) - want).max() < 1e-5 * span
    water = world.query(points)
    assert (water["water"] == 0).all() and np.abs(water["level"] - want).max() < 1e-5 * span
    assert np.abs(np.linalg.norm(water["normal"], axis=1) - 1).max() < 1e-6
    assert abs(world.time - 50 * world.stats()["time"] / 50) < 1e-9
)",
                                          folder.file("h.npy")));
  EXPECT_EQ(done.code, 0) << done.text();
}

// A sea with waves that it carries, a river that runs dry at its banks, and a sea around a polder that lies below it.
TEST_F(Api, QueriesKnowWhichWaterIsThere) {
  const Outcome done = python(R"(
import json
import numpy as np, undine

def at(field, place, size, points):
    n = field.shape
    x = (points[:, 0] - place[0]) / size[0] * n[1] + n[1] / 2 - 0.5
    z = (points[:, 2] - place[1]) / size[1] * n[0] + n[0] / 2 - 0.5
    i, j = np.floor(x).astype(int), np.floor(z).astype(int)
    f = lambda j, i: field.astype(float)[np.clip(j, 0, n[0] - 1), np.clip(i, 0, n[1] - 1)]
    a, b = x - i, z - j
    return (1 - b) * ((1 - a) * f(j, i) + a * f(j, i + 1)) + b * ((1 - a) * f(j + 1, i) + a * f(j + 1, i + 1))

rng = np.random.default_rng(5)
def spread(width, depth, count=10000):
    return np.stack([rng.uniform(-width / 2, width / 2, count), np.full(count, -0.1), rng.uniform(-depth / 2, depth / 2, count)], 1)

edges = {side: "absorb" for side in ("-x", "+x", "-z", "+z")}
scene = {"version": 1, "meshes": [], "clock": {"step": 0.05}, "water": [
    {"name": "ocean", "solver": "sea", "cells": [64, 64], "size": [64, 64], "texels": 64, "patches": 2},
    {"name": "wake", "solver": "wave", "dispersion": "airy", "on": "ocean", "cells": [32, 32], "size": [16, 16], "edges": edges,
     "initial": [{"shape": "gaussian", "height": -0.8, "radius": 1.5}]}]}
with undine.World(scene) as world:
    world.step(1)
    points = spread(64, 64)
    water = world.query(points)
    inside = (np.abs(points[:, 0]) < 8) & (np.abs(points[:, 2]) < 8)
    assert (water["water"] == inside).all()
    level = np.where(inside, at(world["wake.level"], (0, 0), (16, 16), points), at(world["ocean.height"], (0, 0), (64, 64), points))
    assert np.abs(water["level"] - level).max() < 1e-5 * np.ptp(level)
    sea = at(world["ocean.height"], (0, 0), (64, 64), points)
    assert (water["level"][inside] < sea[inside] - 0.3).any()  # also where it is the lower one

with undine.World("river.json") as world:
    world.step(10)
    with open("river.json") as file:
        size = json.load(file)["water"][0]["size"]
    points = spread(*size)
    water = world.query(points)
    depth = at(world["river.depth"], (0, 0), size, points)
    wet = depth > 1e-4
    assert 0.02 < wet.mean() < 0.98 and (water["water"][wet] == 0).all() and (water["water"][depth == 0] == -1).all()
    assert np.abs(water["depth"][wet] - depth[wet]).max() < 1e-5 * depth.max()
    speed = at(world["river.velocity"][:, :, 0], (0, 0), size, points)
    assert np.abs(water["velocity"][wet, 0] - speed[wet]).max() < 1e-5 * np.abs(speed).max()

with undine.World("tide.json") as world:
    world.step(5)
    names = [f.name for f in world.fields]
    assert "surroundings.height" in names
    points = spread(60, 40)
    beyond = (np.abs(points[:, 0]) > 20) | (np.abs(points[:, 2]) > 14)
    water = world.query(points)
    assert (water["water"][beyond] == 1).all() and (water["water"][~beyond] == 0).all()
    sea = world.sample("surroundings.height", points)
    assert (water["level"][~beyond] < sea[~beyond] - 0.05).any()  # the polder
    # Surroundings change while the water goes on.
    before = world["creek.depth"].tobytes()
    world.set("terrain.surroundings.hills", 0.5)
    world.set("terrain.surroundings.choppiness", 0.4)
    assert world["creek.depth"].tobytes() == before
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

TEST_F(Api, PythonGoesOnFromACheckpoint) {
  const Outcome done = python(fmt::format(R"(
import undine
with undine.World("basin_mode.json") as world:
    world.step(20)
    world.save("{0}")
    world.step(20)
    through = world["basin.height"].tobytes()
with undine.World("basin_mode.json", resume="{0}") as world:
    world.step(20)
    assert world["basin.height"].tobytes() == through
try:
    world.step()
except undine.Error as e:
    assert e.code == 5
else:
    raise AssertionError("a closed world steps")
)",
                                          folder.file("c.zip")));
  EXPECT_EQ(done.code, 0) << done.text();
}

// A spring of which Python computes the force in each step swings a heavy ball in air with the period of the closed
// form; so it does from a scene without water under it.
TEST_F(Api, AForceFromOutsideSwingsABody) {
  const Outcome done = python(R"(
import math, os, undine
scene = {"version": 1, "meshes": [], "gravity": 0, "clock": {"step": 0.005},
         "water": [{"name": "sea", "solver": "wave", "cells": [16, 16], "size": [8, 8], "origin": [0, -50, 0], "speed": 1}],
         "bodies": [{"name": "ball", "shape": "sphere", "radius": 0.5, "density": 1000, "position": [0.3, 10, 0]}]}
with undine.World(scene) as world:
    mass = 1000 * 4 / 3 * math.pi * 0.5 ** 3
    stiffness = mass * (2 * math.pi / 2.0) ** 2
    crossings, before = [], None
    for _ in world.steps(1300):
        x, y = world["bodies.state"][0][:2]
        if before is not None and before < 0 <= x:
            crossings.append(world.time - 0.005 * x / (x - before))
        before = x
        world.force(0, (-stiffness * x, 0, 0))
    period = (crossings[-1] - crossings[0]) / (len(crossings) - 1)
    assert len(crossings) >= 3 and abs(period - 2.0) < 0.02, (period, crossings)
with undine.World(scene) as world:  # the same spring added while the program runs
    line, before, crossings = world.moor(0, (5.0, 10, 0), 5.0, stiffness=stiffness, pushes=True), None, []
    for _ in world.steps(1300):
        x = world["bodies.state"][0][0]
        if before is not None and before < 0 <= x:
            crossings.append(world.time - 0.005 * x / (x - before))
        before = x
    assert abs((crossings[-1] - crossings[0]) / (len(crossings) - 1) - 2.0) < 0.02, crossings
    kept = os.path.join(os.path.dirname(__file__), "c.zip")
    world.save(kept)
    with undine.World(scene, resume=kept) as later:  # without the line, which the program would add again
        v = later["bodies.state"][0, 7]
        later.step(20)
        assert later["bodies.state"][0, 7] == v, "no force came with the checkpoint"
    world.unmoor(line)
    world.step(1)
    v = world["bodies.state"][0, 7]
    world.step(20)
    assert world["bodies.state"][0, 7] == v, "no force is left"
    for bad in [lambda: world.unmoor(line), lambda: world.moor(3, (0, 0, 0), 1), lambda: world.moor(0, (0, 0, 0), 1, other=0)]:
        try:
            bad()
            raise SystemExit("a bad mooring was taken")
        except undine.Error:
            pass
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// A crate that a program moves: it is where it was put, the water makes room, and a sleeping crate wakes.
TEST_F(Api, ProgramsMoveBodies) {
  const Outcome done = python(R"(
import undine
scene = {"version": 1, "clock": {"step": 0.01},
         "meshes": [{"shape": "box", "size": [2, 1, 2], "translate": [0, -1.2, 6], "solid": True}],
         "water": [{"name": "pool", "solver": "wave", "cells": [64, 64], "size": [4, 4], "speed": 2, "damping": 0.5}],
         "bodies": [{"name": "crate", "shape": "box", "size": [0.6, 0.4, 0.6], "density": 500, "position": [0, 0, 0]},
                    {"name": "dry", "shape": "box", "size": [0.4, 0.4, 0.4], "position": [0, -0.5, 6]}]}
with undine.World(scene) as world:
    world.step(150)
    dry = world["bodies.state"][1, 0:3].copy()
    assert abs(dry[1] + 0.5) < 0.01, dry                             # it sleeps on the block
    world.pose(1, dry.tolist(), velocity=(1, 0, 0))                  # and wakes: it slides
    world.step(10)
    slid = world["bodies.state"][1, 0] - dry[0]
    assert 0.04 < slid < 0.1, slid
    rest, water = world["bodies.state"][0, 1], world.stats()["water"]["pool"]["volume"]
    for i in range(100):                                             # a program drives the crate to x = 1, 0.1 m deeper
        t = (i + 1) / 100
        world.pose(0, (t, rest - 0.1 * t, 0), velocity=(1, -0.1, 0))
        world.step(1)
        state = world["bodies.state"][0]
        assert abs(state[0] - t - 0.01) < 0.004 and abs(state[2]) < 1e-3, (t, state)
    volume = world.stats()["water"]["pool"]["volume"]
    assert abs(volume - water) < 1e-6, (volume, water)               # nothing is made or lost
    assert world["pool.height"].max() > 0.01, "a bow wave"
    world.pose(1, (0, 0.8, 6))
    world.step(20)                                                   # it falls for 0.2 s
    fallen = 0.8 - world["bodies.state"][1, 1]
    assert abs(fallen - 0.5 * 9.81 * 0.04) < 0.02, fallen
    world.pose(1, (0, 0.8, 6), rotation=(0, 0, 2, 2))                # a quarter turn, of any length
    world.step(1)
    r = world["bodies.state"][1, 3:7]
    assert abs(abs(r[2]) - 0.7071) < 1e-3 and abs(abs(r[3]) - 0.7071) < 1e-3, r
    for bad in [lambda: world.pose(2, (0, 0, 0)), lambda: world.force(2, (1, 0, 0)),  # the block is no body
                lambda: world.pose(0, (0, 0, 0), rotation=(0, 0, 0, 0)), lambda: world.pose(0, (5e4, 0, 0)), lambda: world.pose(0, (float("nan"), 0, 0))]:
        try:
            bad()
            raise SystemExit("a bad pose was taken")
        except undine.Error as error:
            assert str(error), error
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// The same in other waters: columns keep their volume exactly, and particles their number, while the crate passes.
TEST_F(Api, ProgramsMoveBodiesInColumnsAndParticles) {
  const Outcome done = python(R"(
import undine
grid = {"name": "w", "cells": [48, 32], "size": [3, 2], "origin": [0, -0.6, 0], "initial": [{"shape": "level", "level": 0}]}
box = {"min": [-0.8, -0.6, -0.5], "max": [0.8, 0, 0.5]}
waters = [dict(grid, solver="shallow"), dict(grid, solver="pipes"),
          {"name": "w", "solver": "sph", "model": "incompressible", "spacing": 0.08, "fluid": [{"box": box}],
           "domain": {"min": [-0.8, -0.6, -0.5], "max": [0.8, 0.8, 0.5]}}]
for water in waters:
    scene = {"version": 1, "clock": {"step": 0.01}, "meshes": [], "water": [water],
             "bodies": [{"shape": "box", "size": [0.4, 0.3, 0.4], "density": 500, "position": [-0.4, 0, 0]}]}
    with undine.World(scene) as world:
        world.step(2)
        before = world.stats()["water"]["w"]["volume"]
        for i in range(60):
            x = -0.4 + 0.8 * (i + 1) / 60
            world.pose(0, (x, 0, 0), velocity=(4 / 3, 0, 0))
            world.step(1)
            at = world["bodies.state"][0, 0]
            assert abs(at - x - 0.0133) < 0.005, (water["solver"], x, at)
        after = world.stats()["water"]["w"]["volume"]
        assert abs(after / before - 1) < 1e-6, (water["solver"], before, after)
        speed = abs(world["w.velocity"][..., 0]).max()
        assert speed > 0.05, (water["solver"], "the water moves", speed)
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// Queries that do not wait have the values of the step at which they were asked, and arrive while the world goes on.
TEST_F(Api, QueriesNeedNotWait) {
  const Outcome done = python(R"(
import numpy as np, undine
scene = {"version": 1, "clock": {"step": 0.02}, "meshes": [],
         "water": [{"name": "pool", "solver": "wave", "cells": [64, 64], "size": [4, 4], "speed": 2,
                    "initial": [{"shape": "gaussian", "height": 0.2, "radius": 0.4}]}]}
rng = np.random.default_rng(8)
points = np.stack([rng.uniform(-2, 2, 10000), np.zeros(10000), rng.uniform(-2, 2, 10000)], 1)
with undine.World(scene) as world:
    asked, wanted = [], []
    for i in range(12):
        world.step(1)
        wanted.append(world.query(points))
    assert np.abs(wanted[0]["level"] - wanted[-1]["level"]).max() > 0.01
with undine.World(scene) as world:
    for i in range(12):
        world.step(1)
        asked.append(world.query_later(points))
        if i >= 3:
            assert asked[i - 3].ready(), "three steps later"
    for a, w in zip(asked, wanted):
        assert a.result().tobytes() == w.tobytes()
    again = asked[0].result()                      # the answer is kept
    assert again.tobytes() == wanted[0].tobytes()
    assert len(world.query_later(np.empty((0, 3))).result()) == 0
    open_ones = [world.query_later(points[:1]) for _ in range(64)]
    for wrong in (lambda: world.query_later(points), lambda: undine.Query(world, 12345, 1).result(),
                  lambda: undine.Query(world, open_ones[0]._number, 0).result()):
        try:
            wrong()
            raise SystemExit("a wrong query was taken")
        except undine.Error as error:
            assert str(error), error
left = undine.World(scene)
left.query_later(points)                           # a world may be closed with open queries
left.close()
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// A physics engine of another program owns a ball and asks for the force of the water on it.
TEST_F(Api, ProgramsGetTheForceOfTheWater) {
  const Outcome done = python(R"(
import math, numpy as np, undine
step, radius = 0.005, 0.2
volume = 4 / 3 * math.pi * radius**3
def scene(y, **water):
    return {"version": 1, "clock": {"step": step}, "meshes": [],
            "water": [dict({"name": "w", "cells": [32, 32], "size": [3, 3]}, **water)],
            "bodies": [{"shape": "sphere", "radius": radius, "density": 600, "position": [0, y, 0]},
                       {"shape": "box", "size": [0.4, 0.3, 0.4], "density": 500, "position": [1, 0, 1]}]}
deep = {"solver": "shallow", "origin": [0, -1.5, 0], "initial": [{"shape": "level", "level": 0}]}
for water in (deep, dict(deep, solver="pipes"), {"solver": "wave", "speed": 2, "damping": 0.5, "depth": 1.5}):
    with undine.World(scene(-0.7, **water)) as world:
        for _ in range(100):                                         # held under water: buoyancy
            world.pose(0, (0, -0.7, 0))
            world.step(1)
        force, moment = world.water_force(0)
        buoyancy = 1000 * 9.81 * volume
        assert abs(force[1] / buoyancy - 1) < 0.02, (water["solver"], force, buoyancy)
        assert math.hypot(force[0], force[2]) < 0.01 * buoyancy and abs(moment).max() < 1e-3 * buoyancy, (force, moment)
        world.step(400)
        forces = []
        for _ in range(100):                                         # afloat: its weight, in the mean as it bobs
            world.step(2)
            forces.append(world.water_force(1)[0])
        weight, mean = 9.81 * 500 * 0.4 * 0.3 * 0.4, np.mean(forces, 0)
        assert abs(mean[1] / weight - 1) < 0.02, (water["solver"], mean, weight)
        force, moment = world.water_force(1)
        row = world["bodies.water"][1]
        assert (abs(row[:3] - force) < 1e-4).all() and (abs(row[3:] - moment) < 1e-4).all(), row

# The program moves the ball by this force: it bobs like one that the water moves.
def depths(outside):
    with undine.World(dict(scene(0.1, **deep), bodies=[{"shape": "sphere", "radius": radius, "density": 600, "added_mass": 0,
                                                        "position": [0, 0.1, 0]}])) as world:
        y, v, mass, out = 0.1, 0.0, 600 * volume, []
        for _ in range(400):
            if outside:
                world.pose(0, (0, y, 0), velocity=(0, v, 0))
            world.step(1)
            if outside:
                force, _ = world.water_force(0)
                v += step * (force[1] / mass - 9.81)
                y += step * v
            out.append(y if outside else float(world["bodies.state"][0, 1]))
        return out
mine, theirs = depths(True), depths(False)
span = max(theirs) - min(theirs)
assert max(abs(a - b) for a, b in zip(mine, theirs)) < 0.05 * span, (span, mine[::40], theirs[::40])
try:
    world = undine.World(scene(0, **deep))
    world.water_force(2)
    raise SystemExit("a body that is not there has a force")
except undine.Error as error:
    assert "body 2" in str(error), error
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

TEST_F(Api, TutorialsRun) {
  for (const auto& entry : std::filesystem::directory_iterator(source + "/docs/python")) {
    const Outcome done = run_process({"/usr/bin/python3", "-W", "error", entry.path().string()},
                                     {.env = {{"UNDINE_LIBRARY", UNDINE_LIBRARY},
                                              {"PYTHONPATH", source + "/tools/python"},
                                              {"UNDINE_OUT", folder.path().string()}},
                                      .timeout = 300,
                                      .folder = source + "/scenes"});
    EXPECT_EQ(done.code, 0) << entry.path() << done.text();
    EXPECT_FALSE(done.out.empty()) << entry.path();
  }
}

}  // namespace
}  // namespace undine::test

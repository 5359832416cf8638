// Bodies that come and go while a world runs: undine_body_add() and undine_body_remove().
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/e2e/api_python.h"

namespace undine::test {
namespace {

class ApiBodies : public ApiTest {
 protected:
  // A ball over still water: added after seven steps it has the bytes of one that the scene has.
  void expect_equal_falls(const std::string& water, const std::string& field) {
    const Outcome done = python(fmt::format("water, field = {}, \"{}\"\n", water, field) + R"(
import undine
ball = {"name": "ball", "shape": "sphere", "radius": 0.3, "density": 500, "position": [0.2, 0.4, 0.1]}
scene = {"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [water]}
def fall(later):
    with undine.World(scene if later else dict(scene, bodies=[ball]), validation=True) as world:
        if later:
            world.step(7)
            assert world.add_body(ball) == 0 and world.body_row(0) == 0
        states = []
        for _ in world.steps(30):
            states.append(world["bodies.state"].tobytes())
        return states, world[field].tobytes()
first, later = fall(False), fall(True)
assert len(set(first[0])) == 30
assert first[0] == later[0], [a == b for a, b in zip(first[0], later[0])]
assert first[1] == later[1], "the water"
)");
    EXPECT_EQ(done.code, 0) << done.text();
  }
};

TEST_F(ApiBodies, AddedBodyFollowsThatOfTheSceneInWaves) {
  expect_equal_falls(R"({"name": "w", "solver": "wave", "cells": [32, 32], "size": [4, 4], "speed": 2, "depth": 1})",
                     "w.height");
}
TEST_F(ApiBodies, AddedBodyFollowsThatOfTheSceneInShallowWater) {
  expect_equal_falls(R"({"name": "w", "solver": "shallow", "cells": [32, 32], "size": [4, 4], "origin": [0, -1, 0],
                         "initial": [{"shape": "level", "level": 0}]})",
                     "w.depth");
}
TEST_F(ApiBodies, AddedBodyFollowsThatOfTheSceneInPipes) {
  expect_equal_falls(R"({"name": "w", "solver": "pipes", "cells": [32, 32], "size": [4, 4], "origin": [0, -1, 0],
                         "initial": [{"shape": "level", "level": 0}]})",
                     "w.depth");
}

// Nothing but the bodies changes; what they displace comes from the water and goes back to it.
TEST_F(ApiBodies, WatersAndOtherBodiesContinue) {
  const Outcome done = python(R"(
import numpy as np, undine
scene = {"version": 1, "meshes": [], "clock": {"step": 0.01},
         "water": [{"name": "pool", "solver": "wave", "cells": [32, 32], "size": [4, 4], "speed": 2, "depth": 1,
                    "initial": [{"shape": "gaussian", "height": 0.2, "radius": 0.4}]},
                   {"name": "tank", "solver": "shallow", "cells": [32, 32], "size": [4, 4], "origin": [6, -1, 0],
                    "initial": [{"shape": "level", "level": 0}]}],
         "bodies": [{"name": "crate", "shape": "box", "size": [0.5, 0.4, 0.6], "density": 400, "position": [0.6, 0.3, 0]},
                    {"name": "pair", "shape": "sphere", "radius": 0.2, "count": 2, "position": [6, 0.1, 0]},
                    {"name": "buoy", "shape": "sphere", "radius": 0.2, "position": [-1, 0.1, 0],
                     "moorings": [{"to": [-1, -1, 0], "length": 0.9, "stiffness": 100}]}]}
rows = lambda world, *bodies: world["bodies.state"][[world.body_row(b) for b in bodies]].tobytes()
fields = ["pool.height", "tank.depth", "tank.velocity"]
def volumes(world):
    water = world.stats()["water"]
    return [water[w]["volume"] for w in ("pool", "tank")]
with undine.World(scene, validation=True) as world, undine.World(scene) as alone:
    for w in (world, alone):
        w.step(20)
    volume = volumes(world)
    def unchanged(call, *bodies):
        before = [world[f].tobytes() for f in fields] + [rows(world, *bodies), volumes(world)]
        out = call()
        assert [world[f].tobytes() for f in fields] + [rows(world, *bodies), volumes(world)] == before
        return out
    # A ball that begins under water in the tank.
    ball = unchanged(lambda: world.add_body({"shape": "sphere", "radius": 0.25, "density": 600, "position": [7, -0.1, 0.5]}), 0, 1, 2, 3)
    assert ball == 4 and world.body_row(ball) == 4
    world.step(5), alone.step(5)
    assert world["pool.height"].tobytes() == alone["pool.height"].tobytes(), "the pool does not feel it"
    assert rows(world, 0, 3) == rows(alone, 0, 3)
    assert world["tank.depth"].tobytes() != alone["tank.depth"].tobytes(), "the tank does"
    unchanged(lambda: world.remove_body(1), 0, 3, ball)             # both of the pair
    assert world.body_row(3) == 1 and world.body_row(ball) == 2 and len(world["bodies.state"]) == 3
    world.step(5), alone.step(5)
    assert world["pool.height"].tobytes() == alone["pool.height"].tobytes()
    assert rows(world, 0, 3) == rows(alone, 0, 3)
    unchanged(lambda: world.remove_body(ball), 0, 3)                # the tank is empty of bodies
    world.step(30)
    wave = world["tank.depth"]
    assert abs(wave - 1).max() < 0.1 and (world["tank.depth"] > 0).all()
    unchanged(lambda: world.remove_body(0), 3)
    world.step(5)
    world.remove_body(3)
    assert "bodies.state" not in [f.name for f in world.fields]
    world.step(20)
    now = volumes(world)
    assert abs(now[0] - volume[0]) < 1e-6 and abs(now[1] / volume[1] - 1) < 1e-6, (volume, now)
    again = world.add_body({"shape": "box", "size": [0.4, 0.4, 0.4], "position": [0, 0, 0]})
    assert again == 5 and world.body_row(again) == 0
    world.step(60)
    assert -0.3 < world["bodies.state"][0, 1] < 0.3 and abs(volumes(world)[0] - volume[0]) < 1e-6
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// Numbers, poses, forces, moorings, errors, a second world, and a checkpoint.
TEST_F(ApiBodies, NumbersStayWithTheirBodies) {
  const Outcome done = python(R"(
import os, undine
scene = {"version": 1, "meshes": [], "clock": {"step": 0.01},
         "water": [{"name": "pool", "solver": "wave", "cells": [24, 24], "size": [4, 4], "speed": 2, "depth": 1}],
         "bodies": [{"name": "a", "shape": "sphere", "radius": 0.2, "position": [-1, 0, 0]},
                    {"name": "b", "shape": "sphere", "radius": 0.2, "position": [1, 0, 0], "moorings": [{"body": "a", "to": [0, 0, 0], "stiffness": 10}]}]}
ball = {"shape": "sphere", "radius": 0.2, "position": [0, 1, 0]}
def refused(text, call):
    try:
        call()
    except undine.Error as error:
        assert error.code == 2 and text in str(error), error
    else:
        raise SystemExit(text)
kept = os.path.join(os.path.dirname(os.path.abspath(__file__)), "c.zip")
with undine.World(scene, validation=True) as world, undine.World(scene) as other:
    c = world.add_body(ball)                                       # before the first step
    line = world.moor(c, (0, 2, 0), 0.5)
    d = world.add_body(dict(ball, name="d", position=[0, 1.5, 0], moorings=[{"to": [0, 3, 0], "stiffness": 50}, {"body": "a", "to": [0, 0, 0], "length": 3}]))
    world.step(10)
    before = world["bodies.state"].tobytes() + world["pool.height"].tobytes()
    refused("is the name of another body", lambda: world.add_body(dict(ball, name="a")))
    refused("is not an object", lambda: world.add_body([ball]))
    refused("/bodies/4/radius", lambda: world.add_body(dict(ball, radius=-1)))
    refused("/bodies/4", lambda: world.add_body(dict(ball, shape="cone")))
    refused("nowhere.glb", lambda: world.add_body({"shape": "mesh", "gltf": "nowhere.glb"}))
    refused("no length", lambda: world.add_body(dict(ball, moorings=[{"body": "a", "to": [0, 0, 0]}])))
    refused("m from the other bodies", lambda: world.add_body(dict(ball, position=[90000, 0, 0])))
    refused("a mooring of \"b\" in the scene ends at it", lambda: world.remove_body(0))
    refused("the scene has 4 bodies", lambda: world.remove_body(4))
    assert world["bodies.state"].tobytes() + world["pool.height"].tobytes() == before
    assert not world.set("bodies.d.density", 300)                  # live values reach added bodies
    world.force(d, (0, 1, 0))
    world.pose(c, (0, 1, 1))
    world.remove_body(1)                                           # the pose and the force follow their bodies
    assert (world.body_row(0), world.body_row(c), world.body_row(d)) == (0, 1, 2)
    world.step(1)
    assert abs(world["bodies.state"][1, 2] - 1) < 0.01
    for call in (lambda: world.remove_body(1), lambda: world.force(1), lambda: world.pose(1, (0, 0, 0)), lambda: world.water_force(1),
                 lambda: world.moor(1, (0, 0, 0), 1), lambda: world.moor(0, (0, 0, 0), 1, other=1), lambda: world.body_row(1)):
        refused("body 1: was removed", call)
    world.remove_body(c)
    refused("no", lambda: world.unmoor(line))                      # it went with its body
    world.step(5)
    world.force(d)                                                 # checkpoints hold no forces
    world.save(kept)
    world.step(20)
    after = world["bodies.state"].tobytes() + world["pool.height"].tobytes()
    assert len(other["bodies.state"]) == 2                         # the other world has its own
    with undine.World(scene, resume=kept, validation=True) as later:
        assert later.body_row(1) == 1 and len(later["bodies.state"]) == 2
        later.step(20)
        assert later["bodies.state"].tobytes() + later["pool.height"].tobytes() == after
        later.add_body(dict(ball, position=[1, 3, 1]))
        assert len(later["bodies.state"]) == 3
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

TEST_F(ApiBodies, ComingAndGoingKeepsMemory) {
  const Outcome done = python(R"(
import resource, undine
scene = {"version": 1, "meshes": [], "clock": {"step": 0.01},
         "water": [{"name": "pool", "solver": "wave", "cells": [32, 32], "size": [8, 8], "speed": 2, "depth": 1}]}
def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
def rounds(world, count):
    for _ in range(count):
        bodies = [world.add_body({"shape": "box", "size": [0.5, 0.3, 0.5], "position": [i % 5 * 1.5 - 3, 0.1 * i, i // 5 * 1.5 - 2.5]}) for i in range(20)]
        world.step(1)
        assert [world.body_row(b) for b in bodies] == list(range(20))
        for b in bodies[::2] + bodies[1::2]:
            world.remove_body(b)
        world.step(1)
with undine.World(scene) as world:
    rounds(world, 2)
    before = memory()
    rounds(world, 6)
    assert memory() < before + 2048, (before, memory())
    assert world.add_body({"shape": "sphere"}) == 160
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// A box on another one that sleeps and is removed: it wakes and falls. A reloaded list of bodies keeps the others too.
TEST_F(ApiBodies, SupportedBodiesFall) {
  const Outcome done = python(R"(
import undine
scene = {"version": 1, "clock": {"step": 0.02}, "meshes": [{"shape": "box", "size": [2, 1, 2], "translate": [0, -0.5, 6], "solid": True}],
         "water": [{"name": "pool", "solver": "wave", "cells": [16, 16], "size": [4, 4], "speed": 2}],
         "bodies": [{"name": "low", "shape": "box", "size": [0.4, 0.4, 0.4], "position": [0, 0.2, 6]},
                    {"name": "high", "shape": "box", "size": [0.4, 0.4, 0.4], "position": [0, 0.6, 6]}]}
with undine.World(scene, validation=True) as world:
    world.step(100)
    assert abs(world["bodies.state"][1, 1] - 0.6) < 0.01
    asleep = world["bodies.state"][1].tobytes()
    world.step(5)
    assert world["bodies.state"][1].tobytes() == asleep
    assert world.set("bodies", scene["bodies"] + [{"name": "far", "shape": "sphere", "position": [0, 0, -1]}])
    assert world["bodies.state"][1].tobytes() == asleep and world.body_row(2) == 2
    world.step(5)
    assert world["bodies.state"][1].tobytes() == asleep
    world.remove_body(0)
    world.step(40)
    assert abs(world["bodies.state"][0, 1] - 0.2) < 0.02, world["bodies.state"][0]
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// Waters whose kernels are made for the bodies of the scene.
TEST_F(ApiBodies, SomeWatersKeepTheirBodies) {
  const Outcome done = python(R"(
import undine
ball = {"shape": "sphere", "radius": 0.2, "position": [0, 0.4, 0]}
box = {"min": [-0.5, -0.4, -0.5], "max": [0.5, 0, 0.5]}
tank = {"name": "tank", "solver": "sph", "spacing": 0.1, "fluid": [{"box": box}], "domain": {"min": [-0.5, -0.4, -0.5], "max": [0.5, 0.8, 0.5]}}
flow = {"name": "flow", "solver": "fluid", "cells": [16, 16], "size": [2, 2]}
pool = {"name": "pool", "solver": "wave", "cells": [16, 16], "size": [4, 4], "origin": [8, 0, 0], "speed": 2}
def refused(world, name, call):
    steps = world.time
    try:
        call()
    except undine.Error as error:
        assert error.code == 2 and f'would restart the water "{name}"' in str(error), error
    else:
        raise SystemExit("a body was taken")
    world.step(1)
    assert world.time > steps
with undine.World({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [flow]}, validation=True) as world:
    refused(world, "flow", lambda: world.add_body(ball))
with undine.World({"version": 1, "meshes": [], "clock": {"step": 0.01}, "water": [tank, pool], "bodies": [ball]}, validation=True) as world:
    refused(world, "tank", lambda: world.add_body(ball))
    before = world["tank.position"].tobytes()
    other = world.add_body(dict(ball, position=[8, 0, 0]))
    assert world["tank.position"].tobytes() == before
    refused(world, "tank", lambda: world.remove_body(0))
    world.remove_body(other)
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

// Pictures of a world show bodies that came while it ran, until they leave.
TEST_F(ApiBodies, PicturesShowThem) {
  const Outcome done = python(R"(
import undine
with undine.World("basin_mode.json", pictures=True, validation=True) as world:
    def magenta():
        world.step(1)
        pixels = world.render(160, 90).astype(int)
        return int(((pixels[..., 0] > 80) & (pixels[..., 1] < 40) & (pixels[..., 2] > 80)).sum())
    before = magenta()
    ball = world.add_body({"shape": "sphere", "radius": 0.12, "density": 400, "position": [0, 0.1, 0], "material": {"color": [1, 0, 1]}})
    shown = magenta()
    world.remove_body(ball)
    after = magenta()
    assert before == 0 and shown > 20 and after == 0, (before, shown, after)
)");
  EXPECT_EQ(done.code, 0) << done.text();
}

}  // namespace
}  // namespace undine::test

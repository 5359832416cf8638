// Momentum exchange between a body and the columns that it floats on: the sum is conserved. A stream carries a body
// at its own speed.
#include <cmath>

#include "tests/support/body_runner.h"

namespace undine {
namespace {

struct Of {
  const char* solver;
  double kept;        // tolerance of the total momentum, as a share, in the first second
  double slow, fast;  // range of a crate's speed over that of the stream around it
};

class ColumnsMomentum : public test::BodyTest, public testing::WithParamInterface<Of> {
 protected:
  // Mean of the discharge along x over all columns, m^2/s.
  double discharge() {
    const auto h = field("lake.depth"), u = field("lake.velocity");
    double sum = 0;
    for (std::size_t i = 0; i < h.size(); ++i) sum += static_cast<double>(h[i]) * static_cast<double>(u[2 * i]);
    return sum / static_cast<double>(h.size());
  }
};

// Box launched along a lake, before its waves reach the ends: the water gains its drag and wave momentum.
TEST_P(ColumnsMomentum, IsConservedWithBodies) {
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.0083333333}},
    "water": [{{"name": "lake", "solver": "{}", "cells": [120, 40], "size": [12, 4],
      "initial": [{{"shape": "level", "level": 0.5}}]}}],
    "bodies": [{{"size": [0.6, 0.3, 0.6], "density": 500, "position": [0, 0.5, 0], "velocity": [2, 0, 0]}}]}})",
                        GetParam().solver));
  const double mass = 0.6 * 0.3 * 0.6 * 500, begin = 2 * mass;
  for (int k = 0; k < 8; ++k) {
    advance(15);
    const double water = 1000 * 12 * 4 * discharge(), body = mass * static_cast<double>(state().velocity.x);
    fmt::print("body {:.1f}, water {:.1f}, together {:.1f} of {:.0f} kg m/s\n", body, water, water + body, begin);
    EXPECT_NEAR(water + body, begin, GetParam().kept * begin) << k;
  }
  EXPECT_LT(state().velocity.x, 0.7f);
}

TEST_P(ColumnsMomentum, StreamCarriesACrate) {
  load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.0166666667}},
    "water": [{{"name": "lake", "solver": "{}", "cells": [200, 20], "size": [40, 4], "edges": {{"+x": "level"}},
      "manning": 0.02, "initial": [{{"shape": "level", "level": 0.5}}],
      "sources": [{{"region": {{"center": [-19.6, 0], "size": [0.8, 4]}}, "rate": 1.2}}]}}],
    "bodies": [{{"size": [0.4, 0.2, 0.3], "density": 500, "position": [-12, 0.5, 0.1], "velocity": [0.6, 0, 0]}}]}})",
                        GetParam().solver));
  advance(1080);
  const auto body = state();
  const auto u = field("lake.velocity");
  const auto column = static_cast<std::size_t>((static_cast<double>(body.position.x) + 20) / 0.2);
  double stream = 0;  // on the side without the crate
  for (std::size_t z = 1; z < 6; ++z) stream += static_cast<double>(u[2 * (z * 200 + column)]) / 5;
  fmt::print("crate {:.3f}, stream {:.3f} m/s\n", body.velocity.x, stream);
  EXPECT_GT(stream, 0.4);
  EXPECT_GT(static_cast<double>(body.velocity.x) / stream, GetParam().slow);
  EXPECT_LT(static_cast<double>(body.velocity.x) / stream, GetParam().fast);
}

// A rotating hull feels no lateral force: over still water it rotates in place without acceleration.
TEST_P(ColumnsMomentum, RotatingHullStaysInPlace) {
  const char* fall = R"(, {"name": "fall", "solver": "sph", "spacing": 0.1, "capacity": 20,
      "domain": {"min": [-2, 0, -2], "max": [2, 1, 2]}, "fluid": [{"sphere": {"center": [-1, 0.9, 0], "radius": 0.1}}]}],
    "exchanges": [{"name": "foot", "from": "fall", "to": "lake"}])";
  for (const char* shape :
       {R"("shape": "sphere", "radius": 0.25, "density": 500)",
        R"("shape": "cylinder", "radius": 0.2, "length": 0.8, "density": 500, "rotation": [90, 0, 0])"})
    for (bool falls : {false, true}) {  // in a coupled group, whose bodies may change solvers
      SCOPED_TRACE(fmt::format("{}, {}", shape, falls ? "in a group" : "alone"));
      load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": 0.01}},
        "water": [{{"name": "lake", "solver": "{}", "cells": [40, 40], "size": [4, 4],
          "initial": [{{"shape": "level", "level": 0.5}}]}}{},
        "bodies": [{{{}, "position": [0.5, 0.5, 0], "angular_velocity": [0, 0, 60],
          "drag": {{"normal": 0, "tangential": 0}}}}]}})",
                            GetParam().solver, falls ? fall : "]", shape));
      advance(60);
      const auto body = state();
      fmt::print("{} {:.4f} m/s aside, turns at {:.3f} of 1.047/s\n", falls ? "in a group" : "alone",
                 std::hypot(body.velocity.x, body.velocity.z), glm::length(body.spin));
      EXPECT_LT(std::hypot(body.velocity.x, body.velocity.z), 0.02);
      EXPECT_LT(glm::length(body.spin), 1.06);
    }
}

class FlowMomentum : public test::BodyTest {};

// Around a periodic flow, whose pressure lid exerts no net force: only drag acts. In the first steps the flow gains
// the box's loss to 0.1 %; transport of the jet behind it loses some later.
TEST_F(FlowMomentum, IsConservedWithBodies) {
  load_text(R"({"version": 1, "meshes": [], "clock": {"step": 0.0083333333},
    "water": [{"name": "pool", "solver": "fluid", "cells": [120, 40], "size": [12, 4], "depth": 0.5,
      "edges": {"-x": "periodic", "+x": "periodic", "-z": "slip", "+z": "slip"}}],
    "bodies": [{"size": [0.6, 0.3, 0.6], "density": 500, "position": [0, 0, 0], "velocity": [2, 0, 0]}]})");
  const double mass = 0.6 * 0.3 * 0.6 * 500, begin = 2 * mass;
  for (int k = 0; k < 8; ++k) {
    advance(30);
    const auto u = field("pool.velocity");
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); i += 2) sum += static_cast<double>(u[i]);
    const double water = 1000 * 12 * 4 * 0.5 * sum / (0.5 * static_cast<double>(u.size()));
    const double body = mass * static_cast<double>(state().velocity.x);
    fmt::print("body {:.1f}, water {:.1f}, together {:.1f} of {:.0f} kg m/s\n", body, water, water + body, begin);
    EXPECT_NEAR(water + body, begin, 0.15 * begin) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Columns, ColumnsMomentum,
                         testing::Values(Of{"shallow", 0.04, 0.75, 1.1}, Of{"pipes", 0.08, 0.8, 1.3}),
                         [](const auto& p) { return std::string(p.param.solver); });

}  // namespace
}  // namespace undine

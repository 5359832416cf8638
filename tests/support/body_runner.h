// Bodies of a scene on the test device, stepped without rendering.
#pragma once
#include <fmt/format.h>

#include <cstring>
#include <string>

#include "engine/app/session/world.h"
#include "engine/scene/field_values.h"
#include "engine/scene/scene.h"
#include "passes/bodies/bodies_params.h"
#include "tests/support/field_values.h"
#include "tests/support/gpu.h"

namespace undine::test {

class BodyTest : public GpuTest {
 protected:
  // `bodies`: elements of the JSON list; `water`: settings of one water after name and solver.
  void load(const std::string& bodies, const std::string& water = R"("cells": [32, 32], "size": [16, 16], "speed": 3)",
            double step = 1.0 / 120) {
    load_text(fmt::format(R"({{"version": 1, "meshes": [], "clock": {{"step": {}}},
      "water": [{{"name": "pool", "solver": "wave", {}}}], "bodies": [{}]}})",
                          step, water, bodies));
  }
  void load_text(const std::string& text, const std::string& file = "test.json") { begin(parse_scene(text, file)); }
  void begin(Scene scene) {
    world.reset();
    scene_ = std::move(scene);
    live.push_back(std::make_unique<graph::State>());
    executor = std::make_unique<gpu::Executor>(device(), *live.back(), shaders, gpu::ExecutorOptions{});
    world = std::make_unique<session::World>(*live.back(), scene_, accounting);
    graph::Graph g(*live.back());
    world->start(g);
    run(g);
  }
  ~BodyTest() override {
    world.reset();
    executor.reset();
  }
  void advance(int steps) {
    while (steps > 0) {
      graph::Graph g(*live.back());
      for (int batch = std::min(steps, 16); batch > 0; --batch, --steps) world->step(g);
      run(g);
    }
  }
  std::vector<bodies::BodyState> states() {
    std::vector<bodies::BodyState> out(world->bodies()->count());
    graph::Graph g(*live.back());
    g.readback("states", world->bodies()->set().states, [&](std::span<const std::byte> bytes) {
      std::memcpy(out.data(), bytes.data(), out.size() * sizeof(bodies::BodyState));
    });
    run(g);
    executor->finish();
    return out;
  }
  bodies::BodyState state() { return states().front(); }
  BodyStats body_stats() {
    BodyStats out;
    graph::Graph g(*live.back());
    world->bodies()->stats(g, [&](const BodyStats& s) { out = s; });
    run(g);
    executor->finish();
    return out;
  }
  Stats water_stats() {
    Stats out{};
    graph::Graph g(*live.back());
    world->water().front().solver->stats(g, [&](const Stats& s) { out = s; });
    run(g);
    executor->finish();
    return out;
  }
  std::vector<float> height() { return field(".height"); }
  // Values of the fields with this suffix of their names.
  std::vector<float> field(const std::string& ending) {
    std::vector<float> out;
    graph::Graph g(*live.back());
    for (const Field& f : world->fields())
      if (f.name.ends_with(ending)) read_field(g, f, out);
    run(g);
    executor->finish();
    return out;
  }

  std::vector<std::unique_ptr<graph::State>> live;  // one per scene of this test
  std::unique_ptr<session::World> world;
  Scene scene_;
  Accounting accounting = Accounting::none;  // accounts of worlds that begin
};

// Mean time between upward crossings of `middle`, by linear interpolation. Returns 0 for fewer than two.
inline double period(const std::vector<double>& values, double dt, double middle) {
  std::vector<double> passes;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i - 1] < middle && values[i] >= middle)
      passes.push_back(dt * (static_cast<double>(i - 1) + (middle - values[i - 1]) / (values[i] - values[i - 1])));
  return passes.size() < 2 ? 0 : (passes.back() - passes.front()) / static_cast<double>(passes.size() - 1);
}

// Angle of the body's y axis from the vertical, radians.
inline double tilt(const bodies::BodyState& s) {
  const double x = s.rotation.x, z = s.rotation.z;
  return std::acos(std::clamp(1 - 2 * (x * x + z * z), -1.0, 1.0));
}

}  // namespace undine::test

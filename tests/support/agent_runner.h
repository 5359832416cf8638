// Fish and leaves of a scene on the test device, stepped without rendering.
#pragma once
#include <fmt/format.h>

#include "tests/support/body_runner.h"
#include "tests/support/stream_water.h"

namespace undine::test {

struct Swimmer {  // a row of fish.state
  glm::vec3 position, velocity;
  float fright, phase;
};
struct Floater {  // a row of leaves.state
  glm::vec3 position;
  glm::vec2 velocity, tilt;
  float yaw;
};

class AgentTest : public BodyTest {
 protected:
  AgentTest() : registered_(solver_types()) {
    add_solver({"stream", "a plane that moves", [] { return std::make_unique<StreamSettings>(); }});
  }
  ~AgentTest() override { solver_types() = registered_; }

  // `rest`: members of the scene beside version, clock and gravity.
  void scene(const std::string& rest, double gravity = 9.81, int seed = 3) {
    load_text(fmt::format(R"({{"version": 1, "gravity": {}, "clock": {{"step": {}, "seed": {}}}, {}}})", gravity, step,
                          seed, rest));
  }
  // Closed square of 8 m, 1 m deep, still unless `more` (of the water) moves it.
  static std::string pool(const std::string& more = "") {
    return std::string(R"("meshes": [{"shape": "basin", "size": [8, 1, 8]}],
      "water": [{"name": "pool", "solver": "wave", "cells": [128, 128], "size": [8, 8], "speed": 1.5,
      "edges": {"-x": "wall", "+x": "wall", "-z": "wall", "+z": "wall"})") +
           (more.empty() ? "" : ", ") + more + "}]";
  }
  template <class Row>
  std::vector<Row> rows(const std::string& name) {
    std::vector<Row> out;
    for (Field& f : world->lists()) {
      if (f.name != name) continue;
      graph::Graph g(*live.back());
      const FieldView view = f.publish(g);
      g.readback("rows", view.buffer, [&](std::span<const std::byte> bytes) {
        for (std::uint32_t i = 0; i < f.shape[0]; ++i) {
          Row row;
          std::memcpy(&row, bytes.data() + 4 * (view.offset + i * view.pitch), sizeof(Row));
          out.push_back(row);
        }
      });
      run(g);
      executor->finish();
    }
    return out;
  }
  std::vector<Swimmer> fish() { return rows<Swimmer>("fish.state"); }
  std::vector<Floater> leaves() { return rows<Floater>("leaves.state"); }

  static constexpr double step = 1.0 / 60;

 private:
  std::vector<SolverType> registered_;
};

}  // namespace undine::test

// Bench cases of floating bodies: crates on waves without contacts, compared with the double-precision reference on
// one core with one point per facet of the hull.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>

#include "engine/scene/bench.h"
#include "passes/bodies/bodies.h"
#include "passes/bodies/bodies_reference.h"

namespace undine::bodies {
namespace {

BenchCase body_case(std::uint32_t side) {
  const std::uint32_t count = side * side;
  std::string scene = fmt::format(
      R"({{"version": 1, "meshes": [], "clock": {{"step": 0.008333333}}, "water": [{{"name": "sea", "solver": "wave",
    "cells": [256, 256], "size": [{0}, {0}], "speed": 2,
    "initial": [{{"shape": "gaussian", "height": 0.1, "radius": {1}}}]}}],
    "bodies": [{{"size": [0.8, 0.5, 0.6], "position": [0, 0.02, 0], "count": {2}, "grid": {{"spacing": [2, 2]}}}}]}})",
      2 * side + 2, side / 4.0, count);
  auto twins = std::make_shared<std::vector<reference::Body>>();
  auto native = [twins, count](int steps) {
    if (twins->empty()) {
      twins->assign(count, reference::Body::box({0.8, 0.5, 0.6}, 500, 4));
      for (reference::Body& b : *twins) {
        b.drag_normal = 1;
        b.position.y = 0.02;
        b.level = [](double x, double z, double t) { return 0.05 * std::sin(x + 0.5 * z - 2 * t); };
      }
    }
    constexpr int sub_steps = 2;
    const auto begin = std::chrono::steady_clock::now();
    for (int step = 0; step < steps; ++step)
      for (reference::Body& b : *twins)
        for (int k = 0; k < sub_steps; ++k) b.step((step + 0.5 * k) / 120, 1.0 / (120 * sub_steps));
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / steps;
  };
  return {.solver = "bodies",
          .name = fmt::format("{}", count),
          .scene_json = std::move(scene),
          .cells = count,
          // Per sub-step: points written and read, states; the hull is shared.
          .traffic_bytes = 2.0 * count * (56 * 32 * 2 + 2 * 64),
          .native_ms = std::move(native)};
}

// Crates on a floor, side by side and four layers high: 4 to 12 neighbors each.
BenchCase heap_case(std::uint32_t side) {
  std::string layers;
  for (int k = 0; k < 4; ++k)
    layers += fmt::format(
        R"({}{{"size": [0.5, 0.5, 0.5], "position": [0, {}, 0], "count": {}, "grid": {{"spacing": [0.51, 0.51]}}}})",
        k ? ", " : "", 0.25 + 0.5 * k, side * side);
  std::string scene = fmt::format(
      R"({{"version": 1, "clock": {{"step": 0.008333333}}, "water": [{{"name": "far", "solver": "wave", "cells": [8, 8],
    "size": [200, 200], "origin": [0, -60, 0]}}], "meshes": [{{"shape": "box", "size": [100, 2, 100],
    "translate": [0, -1, 0], "solid": true}}], "bodies": [{}]}})",
      layers);
  return {.solver = "bodies",
          .name = fmt::format("heap {}", 4 * side * side),
          .scene_json = std::move(scene),
          .cells = 4 * side * side,
          .traffic_bytes = 0};
}

}  // namespace

std::vector<BenchCase> bodies_bench() {
  return {body_case(10), body_case(32), body_case(64), heap_case(8), heap_case(32)};
}
}  // namespace undine::bodies

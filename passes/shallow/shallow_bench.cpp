// Bench cases of the shallow-water solver: a valley under water with a broken dam, all columns wet and moving, one
// sub-step per clock step, beside the native twin of the same step.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "engine/scene/bench.h"
#include "passes/shallow/shallow.h"
#include "passes/shallow/shallow_native.h"

namespace undine::shallow {

namespace {

constexpr double step_per_metre = 0.017;  // s of a column's length, under the Courant number of 8 m of water that flows

BenchCase shallow_case(std::uint32_t nx, std::uint32_t nz) {
  const std::uint64_t columns = std::uint64_t{nx} * nz;
  const double cell = 128.0 / nx;
  std::string scene = fmt::format(
      R"({{"version": 1, "clock": {{"step": {2}}},
    "terrain": {{"heightmap": "assets/flood.png", "size": [128, 96], "height": [-1.5, 5.5]}},
    "water": [{{"name": "river", "solver": "shallow", "cells": [{0}, {1}], "size": [128, 96], "manning": 0.03,
      "foam": {{"amount": 0}}, "drying": 0,
      "initial": [{{"shape": "level", "level": 5.6}},
                  {{"shape": "box", "center": [-47, 0], "size": [34, 96], "level": 6.5}}]}}]}})",
      nx, nz, step_per_metre * cell);
  auto twin = std::make_shared<std::unique_ptr<reference::ShallowNative>>();
  auto native = [twin, nx, nz, cell, columns](int steps) {
    if (!*twin) {
      std::vector<float> bed(columns), depth(columns);
      for (std::size_t i = 0; i < columns; ++i) {
        const double x = (static_cast<double>(i % nx) + 0.5) * cell, z = (static_cast<double>(i / nx) + 0.5) * cell;
        bed[i] = static_cast<float>(2 + 1.5 * std::sin(0.3 * x) * std::cos(0.25 * z) + 2 * std::cos(0.065 * z));
        depth[i] = static_cast<float>((x < 34 ? 6.5 : 5.6) - bed[i]);
      }
      const reference::ShallowNative::Setup setup{
          .nx = nx, .nz = nz, .dx = static_cast<float>(cell), .dz = static_cast<float>(cell), .manning = 0.03f};
      *twin = std::make_unique<reference::ShallowNative>(setup, bed, depth);
    }
    // A floor: the best of a few runs, each long enough that waking the threads does not count.
    const int count = std::max(steps / 4, static_cast<int>(4000000 / columns) + 1);
    double best = 1e30;
    for (int run = 0; run < 4; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      (*twin)->run(count, static_cast<float>(step_per_metre * cell));
      best = std::min(
          best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / count);
    }
    return best;
  };
  return {.solver = "shallow",
          .name = fmt::format("{}x{}", nx, nz),
          .scene_json = std::move(scene),
          .cells = columns,
          .traffic_bytes = 264.0 * static_cast<double>(columns),
          .native_ms = std::move(native)};
}

}  // namespace

std::vector<BenchCase> shallow_bench() { return {shallow_case(256, 192), shallow_case(1024, 768)}; }

}  // namespace undine::shallow

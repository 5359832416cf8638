// Bench case of a solver of columns: a dam break in a flooded valley, all columns wet and moving, one sub-step per
// clock step, compared with the native twin.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/scene/bench.h"

namespace undine::columns {

// Native: the twin, with a Setup of nx, nz, dx, dz and manning. `step_per_meter`: s of a column's length; `traffic`:
// bytes that a column moves in a sub-step; `work`: columns that the twin steps in a run at least.
template <class Native>
BenchCase valley_case(const std::string& solver, std::uint32_t nx, std::uint32_t nz, double step_per_meter,
                      double traffic, std::uint64_t work) {
  const std::uint64_t columns = std::uint64_t{nx} * nz;
  const double cell = 128.0 / nx;
  std::string scene = fmt::format(
      R"({{"version": 1, "clock": {{"step": {2}}},
    "terrain": {{"heightmap": "assets/flood.png", "size": [128, 96], "height": [-1.5, 5.5]}},
    "water": [{{"name": "river", "solver": "{3}", "cells": [{0}, {1}], "size": [128, 96], "manning": 0.03,
      "foam": {{"amount": 0}}, "drying": 0,
      "initial": [{{"shape": "level", "level": 5.6}},
                  {{"shape": "box", "center": [-47, 0], "size": [34, 96], "level": 6.5}}]}}]}})",
      nx, nz, step_per_meter * cell, solver);
  auto twin = std::make_shared<std::unique_ptr<Native>>();
  auto native = [twin, nx, nz, cell, columns, step_per_meter, work](int steps) {
    if (!*twin) {
      std::vector<float> bed(columns), depth(columns);
      for (std::size_t i = 0; i < columns; ++i) {
        const double x = (static_cast<double>(i % nx) + 0.5) * cell, z = (static_cast<double>(i / nx) + 0.5) * cell;
        bed[i] = static_cast<float>(2 + 1.5 * std::sin(0.3 * x) * std::cos(0.25 * z) + 2 * std::cos(0.065 * z));
        depth[i] = static_cast<float>((x < 34 ? 6.5 : 5.6) - bed[i]);
      }
      const typename Native::Setup setup{
          .nx = nx, .nz = nz, .dx = static_cast<float>(cell), .dz = static_cast<float>(cell), .manning = 0.03f};
      *twin = std::make_unique<Native>(setup, bed, depth);
    }
    // A floor: the best of a few runs, each long enough that waking the threads does not count.
    const int count = std::max(steps / 4, static_cast<int>(work / columns) + 1);
    double best = 1e30;
    for (int run = 0; run < 4; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      (*twin)->run(count, static_cast<float>(step_per_meter * cell));
      best = std::min(
          best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / count);
    }
    return best;
  };
  return {.solver = solver,
          .name = fmt::format("{}x{}", nx, nz),
          .scene_json = std::move(scene),
          .cells = columns,
          .traffic_bytes = traffic * static_cast<double>(columns),
          .native_ms = std::move(native)};
}

}  // namespace undine::columns

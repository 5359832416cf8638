// Bench cases of the wave solver: water between walls, one sub-step per clock step, compared with the native twin.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "engine/scene/bench.h"
#include "passes/wave/wave.h"
#include "passes/wave/wave_reference.h"

namespace undine::wave {

namespace {

BenchCase wave_case(std::uint32_t n, std::vector<BenchPeer> peers = {}) {
  const std::uint64_t cells = std::uint64_t{n} * n;
  // Cells of one meter and a courant number of 1/2.
  std::string scene =
      fmt::format(R"({{"version": 1, "clock": {{"step": 0.5}}, "water": [{{"name": "wave", "solver": "wave",
    "cells": [{0}, {0}], "size": [{0}, {0}], "speed": 1,
    "initial": [{{"shape": "gaussian", "height": 0.1, "radius": {1}}}]}}]}})",
                  n, n / 8);
  auto twin = std::make_shared<std::unique_ptr<reference::WaveNative>>();
  auto native = [twin, n](int steps) {
    if (!*twin) {
      std::vector<float> height(std::size_t{n} * n);
      for (std::size_t i = 0; i < height.size(); ++i) {
        const double x = static_cast<double>(i % n) - 0.5 * n, z = static_cast<double>(i / n) - 0.5 * n;
        height[i] = static_cast<float>(0.1 * std::exp(-64 * (x * x + z * z) / (double(n) * n)));
      }
      *twin = std::make_unique<reference::WaveNative>(n, n, 0.25f, 0.25f, 1.0f);
      (*twin)->start(height);
    }
    // A floor: the best of a few runs, each long enough that waking the threads does not count.
    const int count = std::max(steps, static_cast<int>(40000000 / (std::uint64_t{n} * n)));
    double best = 1e30;
    for (int run = 0; run < 4; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      (*twin)->run(count);
      best = std::min(
          best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / count);
    }
    return best;
  };
  return {.solver = "wave",
          .name = fmt::format("{0}x{0}", n),
          .scene_json = std::move(scene),
          .cells = cells,
          .traffic_bytes = 12.0 * static_cast<double>(cells),
          .native_ms = std::move(native),
          .peers = std::move(peers)};
}

}  // namespace

std::vector<BenchCase> wave_bench() {
  return {wave_case(128),
          wave_case(1024, {{"the popular WebGL pool", 13.7, "its page in a browser on the software driver, a step"}}),
          wave_case(4096)};
}

}  // namespace undine::wave

// Bench cases of the fluid solver: a step with three transported fields (two components of velocity, dye of four
// channels), MacCormack, multigrid to a relative residual of 1e-3.
#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <string_view>

#include "engine/scene/bench.h"
#include "passes/fluid/fluid.h"
#include "passes/fluid/fluid_native.h"

namespace undine::fluid {

namespace {

BenchCase fluid_case(std::uint32_t n, const char* advection, std::vector<BenchPeer> peers) {
  // One cell is swept in a step where it is fastest.
  std::string scene = fmt::format(
      R"({{"version": 1, "clock": {{"step": {1}}}, "water": [{{"name": "fluid", "solver": "fluid", "cells": [{0}, {0}],
    "size": [1, 1], "viscosity": 0, "advection": "{2}", "initial": [{{"shape": "noise", "speed": 1, "wavelength": 0.4}},
    {{"shape": "dye", "radius": 0.3}}]}}]}})",
      n, 1.0 / n, advection);
  const std::uint64_t cells = std::uint64_t{n} * n;
  const bool second = std::string_view(advection) == "maccormack";
  std::function<double(int)> native = [n](int steps) {
    reference::FluidNative fluid(n);
    fluid.step(1.0 / n);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < steps; ++i) fluid.step(1.0 / n);
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - begin;
    return spent.count() / steps;
  };
  return {.solver = "fluid",
          .name = fmt::format("{0}x{0} {1}", n, advection),
          .scene_json = std::move(scene),
          .cells = cells,
          .traffic_bytes = 200.0 * static_cast<double>(cells),
          .native_ms = second ? native : nullptr,
          .peers = std::move(peers)};
}

}  // namespace

std::vector<BenchCase> fluid_bench() {
  const std::string stam = "Stam's program", how = "native, one thread, first order, 2 x 20 Gauss-Seidel sweeps";
  return {
      fluid_case(512, "maccormack", {{stam, 97, how}}), fluid_case(1024, "maccormack", {{stam, 682, how}}),
      fluid_case(512, "semi-lagrangian",
                 {{"the popular WebGL fluid", 34, "its page in a browser on the software driver, 20 Jacobi sweeps"}})};
}

}  // namespace undine::fluid

// Bench cases of the particle solver: the sizes of [Khokhlova et al.], a dam that has begun to break, one sub-step per
// clock step.
#include <fmt/format.h>

#include <cmath>

#include "engine/app/bench.h"

namespace undine {

namespace {

BenchCase sph_case(std::uint32_t nx, std::uint32_t ny, std::uint32_t nz) {
  const std::uint32_t count = nx * ny * nz;
  // Spacings of 2 cm. The speed of sound is 10 sqrt(2 g H); half of what the time step may be.
  const double spacing = 0.02, step = 0.2 * spacing / (11 * std::sqrt(2 * 9.81 * ny * spacing));
  std::string scene = fmt::format(
      R"({{"version": 1, "meshes": [], "clock": {{"step": {0}}}, "water": [{{"name": "dam", "solver": "sph",
    "spacing": {1}, "domain": {{"min": [0, 0, 0], "max": [{2}, {3}, {4}]}},
    "fluid": [{{"box": {{"min": [0, 0, 0], "max": [{5}, {6}, {4}]}}}}]}}]}})",
      step, spacing, 3 * nx * spacing, 2 * ny * spacing, nz * spacing, nx * spacing, ny * spacing);
  return {.solver = "sph", .name = fmt::format("{}", count), .scene_json = std::move(scene), .cells = count};
}

const RegisterBench cases[] = {RegisterBench{sph_case(32, 16, 16)}, RegisterBench{sph_case(32, 32, 16)},
                               RegisterBench{sph_case(32, 32, 32)}, RegisterBench{sph_case(64, 32, 32)},
                               RegisterBench{sph_case(64, 64, 32)}, RegisterBench{sph_case(64, 64, 64)}};

}  // namespace

}  // namespace undine

// Bench cases of marching cubes: a gyroid, compared with the native twin.
#include "passes/meshing/marching_cubes_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>

#include "engine/scene/bench.h"
#include "passes/meshing/marching_cubes.h"
#include "passes/meshing/marching_cubes_reference.h"

namespace undine::meshing {
namespace {

std::vector<float> gyroid(std::uint32_t n) {
  std::vector<float> values;
  values.reserve(std::size_t{n} * n * n);
  const auto at = [n](std::uint32_t i) { return 2 * std::numbers::pi * (2.0 * i / (n - 1) - 1); };
  for (std::uint32_t z = 0; z < n; ++z)
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t x = 0; x < n; ++x)
        values.push_back(static_cast<float>(std::sin(at(x)) * std::cos(at(y)) + std::sin(at(y)) * std::cos(at(z)) +
                                            std::sin(at(z)) * std::cos(at(x))));
  return values;
}

std::vector<BenchPeer> peers(std::uint32_t n) {
  const std::string how = "native, on two cores, a gyroid of as many samples";
  if (n == 64)
    return {{"vtkFlyingEdges3D", 1.6, how}, {"vtkMarchingCubes", 17, how}, {"scikit-image marching_cubes", 9, how}};
  if (n == 128)
    return {{"vtkFlyingEdges3D", 7.5, how}, {"vtkMarchingCubes", 72, how}, {"scikit-image marching_cubes", 37, how}};
  return {{"vtkFlyingEdges3D", 42, how}, {"scikit-image marching_cubes", 243, how}};
}

BenchCase gyroid_case(std::uint32_t n) {
  const std::uint64_t samples = std::uint64_t{n} * n * n;
  const MeshLimits limits{10 * n * n, 20 * n * n};  // this gyroid has 9.8 and 19.4 n²
  auto pass = [n, samples, limits](graph::State& state, graph::Graph& g) {
    ScalarField field;
    field.values = state.buffer("marching_cubes/values", {samples * 4, graph::Format::r32_float});
    field.samples = glm::uvec3(n);
    field.cell = 1.0 / n;
    g.upload("upload", field.values, gyroid(n));
    const SurfaceMesh mesh{state.buffer("marching_cubes/vertices", {limits.vertices * std::uint64_t{32}}),
                           state.buffer("marching_cubes/indices", {limits.triangles * std::uint64_t{12}}),
                           state.buffer("marching_cubes/arguments", {sizeof(MarchingFigures)})};
    return [field, mesh, limits](graph::Graph& graph) { marching_cubes(graph, field, 0, limits, mesh); };
  };
  auto twin = std::make_shared<std::unique_ptr<reference::MarchingNative>>();
  auto native = [twin, n](int runs) {
    if (!*twin) *twin = std::make_unique<reference::MarchingNative>(n, gyroid(n));
    double best = 1e30;
    for (int run = 0; run < std::max(4, runs); ++run) {
      const auto begin = std::chrono::steady_clock::now();
      (*twin)->run(0);
      best =
          std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
    }
    return best;
  };
  return {
      .solver = "marching_cubes",
      .name = fmt::format("{}^3", n),
      .scene_json = R"({"version": 1, "water": []})",
      .cells = samples,
      // Samples once; per word of 32: bits written and read twice by eight, cuts written and read three times; mesh.
      .traffic_bytes = static_cast<double>(samples) * (4 + (4 + 64 + 64.0) / 32) + 9.8 * n * n * 32 + 19.4 * n * n * 12,
      .native_ms = std::move(native),
      .pass = std::move(pass),
      .peers = peers(n)};
}

}  // namespace

std::vector<BenchCase> meshing_bench() { return {gyroid_case(64), gyroid_case(128), gyroid_case(256)}; }
}  // namespace undine::meshing

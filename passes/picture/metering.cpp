#include "passes/picture/metering.h"

#include <cmath>

#include "engine/core/round.h"
#include "passes/deferred/screen.h"

namespace undine::picture {
namespace {

constexpr double adaption = 0.6;  // seconds in which a step of light falls to 1/e

}  // namespace

Metering::Metering(graph::State& state) : factor_(state.buffer("metering/factor", {.bytes = sizeof(float)})) {}

graph::Buffer Metering::draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool follows) {
  auto scope = g.scope("metering");
  const graph::Extent size = deferred::picture_extent(camera);
  const graph::Extent tiles{groups_of(size.x, std::uint32_t{metering_tile}),
                            groups_of(size.y, std::uint32_t{metering_tile})};
  const std::uint32_t count = tiles.x * tiles.y;
  const graph::Buffer counts =
      g.buffer("metering/counts", {.bytes = std::uint64_t{count} * metering_bins * sizeof(std::uint32_t)});
  const double passed = static_cast<double>(camera.eye.w) - time_;
  time_ = static_cast<double>(camera.eye.w);
  MeteringParams params{};
  params.size = {static_cast<int>(size.x), static_cast<int>(size.y)};
  params.tiles = static_cast<int>(count);
  params.kept = follows && passed >= 0 && passed < 1 ? static_cast<float>(std::exp(-passed / adaption)) : 0.0f;
  g.compute("count", "picture/metering_count.comp")
      .read("lit", lit.color, graph::Sampler::nearest_clamp)
      .write("counts", counts)
      .params(params)
      .groups(tiles);
  g.compute("adapt", "picture/metering_adapt.comp")
      .read("counts", counts)
      .modify("factor", factor_)
      .params(params)
      .groups({1, 1});
  return factor_;
}

}  // namespace undine::picture

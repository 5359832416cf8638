#include "passes/sph_gauges.h"

#include <algorithm>

#include "passes/sph_boundary.h"

namespace undine {

namespace {

// Half of what a wall, an edge or a corner of the domain leaves of the kernel, and a quarter of it elsewhere, where
// half may lie in a solid thing.
float least_part(const glm::vec3& x, float reach, const SphParams& p) {
  float part = 0.5f;
  for (int a = 0; a < 3; ++a)
    part *= 1 - sph_beyond((x[a] - p.grid.low[a]) / reach) - sph_beyond((p.high[a] - x[a]) / reach);
  return std::clamp(part, 0.01f, 0.25f);
}

}  // namespace

SphGauges::SphGauges(graph::State& state, const std::string& owner, const SphSettings& settings,
                     const SphParams& params, double spacing) {
  for (const SphGauge& gauge : settings.gauges) {
    const bool height = gauge.measures == SphGauge::Measures::height;
    // Layers of a lattice at rest carry too much and too little in turn: three spacings see their mean.
    const auto reach = static_cast<float>(height ? 2.5 * spacing : 1.5 * settings.support * spacing);
    const auto near = static_cast<float>(0.25 * spacing);
    glm::vec3 walls(0);
    for (int a = 0; a < 3; ++a) {
      const float x = static_cast<float>(gauge.position[a]), low = x - params.grid.low[a], high = params.high[a] - x;
      if (std::min(low, high) < near) walls[a] = low < high ? -1.0f : 1.0f;
    }
    list_.push_back({.position = glm::vec3(gauge.position),
                     .reach = reach,
                     .volume = static_cast<float>(spacing * spacing * spacing),
                     .height = height,
                     .stiffness = params.stiffness,
                     .gravity = params.gravity,
                     .least = least_part(glm::vec3(gauge.position), reach, params),
                     .near = near,
                     .low = params.grid.low,
                     .high = params.high,
                     .walls = walls});
  }
  const std::uint64_t room = std::max<std::uint64_t>(list_.size(), 1);
  places_ = state.buffer(owner + "/gauges", {.bytes = room * sizeof(SphGaugeParams)});
  readings_ = state.buffer(owner + "/readings", {.bytes = 8 * room});
  knocks_ = state.buffer(owner + "/knocks",
                         {.bytes = sizeof(SphKnock) * (any() ? params.grid.capacity : 1ull)});
}

void SphGauges::start(graph::Graph& g) {
  if (any()) g.upload("place gauges", places_, list_);
}

void SphGauges::read(graph::Graph& g, const ParticleSet& particles, graph::Buffer pressures, bool incompressible,
                     bool first) {
  if (!any()) return;
  g.compute("gauge", "sph_gauge.comp")
      .constant("incompressible", incompressible)
      .constant("first", first)
      .read("places", places_)
      .read("position", particles.position)
      .read("velocity", particles.velocity)
      .read("control", particles.count)
      .read("pressures", pressures)
      .read("knocks", knocks_)
      .modify("readings", readings_)
      .groups({static_cast<std::uint32_t>(list_.size()), 1, 1});
}

}  // namespace undine

#include "passes/sph/sph_gauges.h"

#include <algorithm>
#include <utility>

#include "passes/solids/sph_boundary.h"

namespace undine::sph {

namespace {

// Half of the kernel's share inside the domain at a wall, edge or corner; a quarter elsewhere, where half may lie in
// a solid.
float least_part(const glm::vec3& x, float reach, const SphParams& p) {
  float part = 0.5f;
  for (int a = 0; a < 3; ++a)
    part *= 1 - solids::sph_beyond((x[a] - p.grid.low[a]) / reach) - solids::sph_beyond((p.high[a] - x[a]) / reach);
  return std::clamp(part, 0.01f, 0.25f);
}

// Part of the disc around a gauge on walls of the domain that no solid thing covers, with the gauge's weights.
float open_part(const SphGaugeParams& gauge, const SphWorld& world) {
  std::vector<glm::vec4> places;
  std::vector<float> weights;
  constexpr int half = 6;
  for (int axis = 0; axis < 3; ++axis) {
    if (gauge.walls[axis] == 0) continue;
    for (int i = -half; i < half; ++i)
      for (int j = -half; j < half; ++j) {
        glm::vec3 x = gauge.position;
        const int b = (axis + 1) % 3, c = (axis + 2) % 3;
        const float u = (static_cast<float>(i) + 0.5f) / half, v = (static_cast<float>(j) + 0.5f) / half;
        const float part = std::max(1 - u * u - v * v, 0.0f);
        x[axis] -= gauge.walls[axis] * gauge.near;
        x[b] += u * gauge.reach;
        x[c] += v * gauge.reach;
        if (part == 0 || glm::any(glm::lessThan(x, gauge.low)) || glm::any(glm::greaterThan(x, gauge.high))) continue;
        places.emplace_back(x, 0);
        weights.push_back(part * part);
      }
  }
  const std::vector<bool> covered = world.inside(places);
  float all = 0, open = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    all += weights[i];
    open += covered[i] ? 0 : weights[i];
  }
  return all > 0 ? std::max(open / all, 0.1f) : 1;
}

}  // namespace

SphGauges::SphGauges(graph::State& state, const std::string& owner, const SphSettings& settings,
                     const SphParams& params, double spacing, const SphWorld& world) {
  for (const SphGauge& gauge : settings.gauges) {
    if (gauge.flows()) continue;
    const bool height = gauge.measures != SphGauge::Measures::pressure;
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
                     .walls = walls,
                     .open = 1});
    names_.push_back(gauge.name);
    floors_.push_back(gauge.measures == SphGauge::Measures::level ? world.floor_at(gauge.position) : 0);
    if (!height) list_.back().open = open_part(list_.back(), world);
  }
  if (!any()) return;
  places_ = state.buffer(owner + "/gauges", {.bytes = list_.size() * sizeof(SphGaugeParams)});
  readings_ = state.buffer(owner + "/readings", {.bytes = 8 * list_.size()});
  impulses_ = state.buffer(owner + "/impulses", {.bytes = std::uint64_t{sizeof(SphImpulse)} * params.grid.capacity});
}

void SphGauges::tell(const grid::Figures::Reader& reader, std::uint32_t at, double density, Stats& stats) const {
  for (std::uint32_t i = 0; i < list_.size(); ++i) {
    const double value =
        static_cast<double>(reader.get<float>(at + 8 * i)) / static_cast<double>(reader.get<float>(at + 8 * i + 4));
    stats.gauges.emplace_back(names_[i], list_[i].height != 0 ? floors_[i] + value : density * value);
  }
}

void SphGauges::start(graph::Graph& g) {
  if (any()) g.upload("fill_gauges", places_, list_);
  refill_ = false;
}

void SphGauges::retune(const SphParams& params) {
  for (SphGaugeParams& gauge : list_) {
    gauge.stiffness = params.stiffness;
    gauge.gravity = params.gravity;
  }
  refill_ = any();
}

void SphGauges::read(graph::Graph& g, const ParticleSet& particles, graph::Buffer pressures, bool incompressible) {
  if (!any()) return;
  if (std::exchange(refill_, false)) g.upload("fill_gauges", places_, list_);
  g.compute("gauge", "sph/gauge.comp")
      .constant("incompressible", incompressible)
      .read("places", places_)
      .read("position", particles.position)
      .read("velocity", particles.velocity)
      .read("control", particles.count)
      .read("pressures", pressures)
      .read("impulses", impulses_)
      .modify("readings", readings_)
      .groups({static_cast<std::uint32_t>(list_.size()), 1, 1});
}

}  // namespace undine::sph

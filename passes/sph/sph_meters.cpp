#include "passes/sph/sph_meters.h"

namespace undine::sph {

SphMeters::SphMeters(graph::State& state, const std::string& owner, const SphSettings& settings, double spacing)
    : owner_(owner) {
  for (const SphGauge& gauge : settings.gauges) {
    if (!gauge.flows()) continue;
    const bool line = gauge.measures == SphGauge::Measures::discharge;
    const glm::dvec2 way(gauge.to.x - gauge.position.x, gauge.to.z - gauge.position.z);
    list_.push_back({.from = glm::vec3(gauge.position),
                     .reach = static_cast<float>(2 * spacing),
                     .way = line ? glm::vec2(way) : glm::vec2(0),
                     .volume = static_cast<float>(spacing * spacing * spacing)});
    names_.push_back(gauge.name);
  }
  if (!list_.empty()) buffer_ = state.buffer(owner + "/meters", {.bytes = sizeof(SphMeter) * list_.size()});
}

void SphMeters::start(graph::Graph& g) {
  if (!list_.empty()) g.upload("fill_meters", buffer_, list_);
}

std::uint32_t SphMeters::read(graph::Graph& g, grid::Figures& figures, const ParticleSet& particles) const {
  if (list_.empty()) return 0;
  const graph::Buffer readings = g.buffer(g.name(owner_ + "/meter_readings"), {.bytes = 16 * list_.size()});
  g.compute("meter", "sph/meter.comp")
      .read("meters", buffer_)
      .read("position", particles.position)
      .read("velocity", particles.velocity)
      .read("control", particles.count)
      .write("readings", readings)
      .groups({static_cast<std::uint32_t>(list_.size()), 1, 1});
  return figures.copy(readings, 0, bytes());
}

void SphMeters::tell(const grid::Figures::Reader& reader, std::uint32_t at, Stats& stats) const {
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const auto value = [&](std::uint32_t k) {
      return static_cast<double>(reader.get<float>(at + 16 * static_cast<std::uint32_t>(i) + 4 * k));
    };
    if (list_[i].way == glm::vec2(0))
      stats.velocities.emplace_back(names_[i], std::vector<double>{value(0), value(1), value(2)});
    else
      stats.gauges.emplace_back(names_[i], value(0));
  }
}

}  // namespace undine::sph

#include "passes/sph_gauges.h"

namespace undine {

graph::Buffer read_gauges(graph::Graph& g, const std::vector<SphGauge>& gauges, double spacing, double support,
                          const SphParams& params, const ParticleSet& particles, graph::Buffer pressures,
                          bool incompressible) {
  std::vector<SphGaugeParams> list;
  for (const SphGauge& gauge : gauges) {
    const bool height = gauge.measures == SphGauge::Measures::height;
    list.push_back({.position = glm::vec3(gauge.position),
                    .reach = static_cast<float>(height ? 2.5 * spacing : support),
                    .volume = static_cast<float>(height ? spacing * spacing * spacing : params.volume),
                    .height = height,
                    .stiffness = params.stiffness});
  }
  const graph::Buffer places = g.buffer("gauges", {.bytes = list.size() * sizeof(SphGaugeParams)});
  const graph::Buffer readings = g.buffer("readings", {.bytes = 4 * list.size()});
  g.upload("place gauges", places, list);
  g.compute("gauge", "sph_gauge.comp")
      .constant("incompressible", incompressible)
      .read("places", places)
      .read("position", particles.position)
      .read("velocity", particles.velocity)
      .read("control", particles.count)
      .read("pressures", pressures)
      .write("readings", readings)
      .groups({static_cast<std::uint32_t>(list.size()), 1, 1});
  return readings;
}

}  // namespace undine

#include "passes/sph/sph_tension.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace undine::sph {

void set_tension(SphParams& p, const SphSettings& settings, double spacing) {
  constexpr double cohesion_share = 0.2, flattening_share = 0.6;
  constexpr double fourth_moment = 7.457386e-4;  // of sph_cohesion_shape: integral of q^4 shape(q)
  constexpr double kernel_on_plane = 1.4;        // of the cubic kernel: its integral over a plane, times the support
  const double h = settings.support * spacing, volume = std::pow(spacing, 3), pi = std::numbers::pi;
  const double tension = settings.surface_tension / settings.density;
  // Pairs with force f(r) have the tension pi / 8 n^2 integral of r^4 f(r). [Kirkwood & Buff 1949, for a sharp surface]
  p.cohesion = static_cast<float>(cohesion_share * 8 * tension * volume / (pi * std::pow(h, 5) * fourth_moment));
  // A sum of differences over a ball is 2 pi h^5 / 15 times the Laplacian; a normal is h times the slope of the
  // content.
  p.flattening =
      static_cast<float>(flattening_share * tension * volume / (2 * pi / 15 * std::pow(h, 5) * kernel_on_plane));
}

void sph_tension(graph::Graph& g, const SphSorted& s, graph::Buffer velocity, const SphParams& params) {
  constexpr auto particles_at = offsetof(SphControl, for_particles);
  const graph::Buffer normals =
      g.buffer("normals", {.bytes = 16ull * params.grid.capacity, .texel = graph::Format::rgba32_float});
  auto measure = g.compute("normals", "sph/normals.comp");
  sph_pairs(measure, s, params)
      .optional("edges", s.edges)
      .read("velocity", velocity)
      .write("normals", normals)
      .indirect(s.control, particles_at);
  auto pull = g.compute("tension", "sph/tension.comp");
  sph_pairs(pull, s, params).read("normals", normals).modify("velocity", velocity).indirect(s.control, particles_at);
}

}  // namespace undine::sph

#include "passes/particle_spheres.h"

#include "passes/particle_spheres_params.h"

namespace undine {

void draw_spheres(graph::Graph& g, const Camera& camera, const Lit& lit, const ParticleSet& particles,
                  const ParticleLook& look) {
  auto scope = g.scope("particle_spheres");
  graph::Raster raster;
  raster.depth = graph::Compare::greater_equal;
  g.draw("draw", "particle_spheres.vert", "particle_spheres.frag")
      .uniform("camera", camera)
      .params(SpheresParams{vec2(look.range), static_cast<float>(0.5 * particles.spacing)})
      .constant("by_density", look.color == ParticleLook::Color::density)
      .read("position", particles.position)
      .read("velocity", particles.velocity)
      .read("count", particles.count)
      .color(lit.color, graph::Load::keep)
      .depth(lit.depth, graph::Load::keep)
      .raster(raster)
      .draw({.vertices = 6, .instances = particles.capacity});
}

}  // namespace undine

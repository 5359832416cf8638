#include "passes/picture/particle_spheres.h"

#include "passes/picture/particle_spheres_params.h"

namespace undine::picture {

void draw_spheres(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, const ParticleSet& particles,
                  const FieldColors& colors) {
  auto scope = g.scope("particle_spheres");
  graph::Raster raster;
  raster.depth = graph::Compare::greater_equal;
  g.draw("draw", "picture/particle_spheres.vert", "picture/particle_spheres.frag")
      .uniform("camera", camera)
      .params(SpheresParams{colors.source, colors.map, static_cast<float>(0.5 * particles.spacing)})
      .read("position", particles.position)
      .read("field", colors.field)
      .read("range", colors.range)
      .read("count", particles.count)
      .color(lit.color, graph::Load::keep)
      .depth(lit.depth, graph::Load::keep)
      .raster(raster)
      .draw({.vertices = 6, .instances = particles.capacity});
}

}  // namespace undine::picture

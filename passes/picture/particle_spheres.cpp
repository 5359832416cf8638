#include "passes/picture/particle_spheres.h"

#include <initializer_list>

#include "passes/picture/particle_spheres_params.h"

namespace undine::picture {

const std::initializer_list<std::string_view> colors{"velocity", "density", "pressure", "position", "id"};
const std::initializer_list<std::string_view> components{"magnitude", "x", "y", "z"};

void ParticleLook::describe(settings::Visitor& v) {
  v.choice("draw", draw, {"surface", "spheres"}, {.help = "draws the surface or each particle"});
  v.choice("color", color, colors, {.help = "field that colors the spheres"});
  v.choice("component", component, components, {.help = "component of vector fields by which spheres are colored"});
  v.value("range", range,
          {.help = "range of the colors in the field's unit; two equal numbers: minimum and maximum",
           .min = -1e9,
           .max = 1e9});
}

View with_spheres(const View& view, const ParticleLook& look, std::span<const ParticleSet> particles) {
  View out = view;
  if (!view.spheres.empty() || !view.field_of || look.draw != ParticleLook::Draw::spheres) return out;
  out.spheres_how = {};
  out.spheres_how.component = components.begin()[static_cast<int>(look.component)];
  if (look.range.x != look.range.y) out.spheres_how.range = look.range;
  for (const ParticleSet& set : particles)
    if (auto field = view.field_of(set.water, colors.begin()[static_cast<int>(look.color)]))
      out.spheres.push_back(*field);
  return out;
}

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

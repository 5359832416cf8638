// Draws particles as opaque spheres colored by a field. They are lit by sun and sky, so brightness differs from the
// color bar, hue does not. Values that are not finite are magenta.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "engine/scene/renderer.h"
#include "passes/deferred/camera.h"
#include "passes/picture/field_view.h"

namespace undine::picture {

struct ParticleLook {
  enum class Draw { surface, spheres } draw = Draw::surface;
  enum class Color { velocity, density, pressure, position, id } color = Color::velocity;  // of spheres
  enum class Component { magnitude, x, y, z } component = Component::magnitude;
  glm::dvec2 range{0, 0};  // the same ends: what there is

  static constexpr std::string_view key = "particles", help = "appearance of particle waters";
  void describe(settings::Visitor& v);
};

// The view with the fields that `look` colors spheres by, where the view itself asks for none.
View with_spheres(const View& view, const ParticleLook& look, std::span<const ParticleSet> particles);

// Draws them into lit.color and lit.depth.
void draw_spheres(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, const ParticleSet& particles,
                  const FieldColors& colors);

}  // namespace undine::picture

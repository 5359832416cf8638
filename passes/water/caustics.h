// Caustics: a grid of photons over the surface, refracted and splatted in the clip space of refracted sunlight, and
// reflected and splatted in that of sunlight reflected by a level surface.
#pragma once
#include <span>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/deferred/water_look.h"

namespace undine::water {

class Caustics {
 public:
  Caustics(graph::State& state, const Scene& scene);  // keeps the scene's address
  // Maps of 1024 x 1024 texels times `share`. An image as Light::caustics describes it, for the receivers that
  // `light.bent_shadow` shows; light.caustics is not read.
  graph::Image draw(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                    std::span<const SurfaceField> fields, float share = 1);
  // Checks whether draw_up() has anything to draw.
  bool throws_up(const deferred::Camera& camera, std::span<const SurfaceField> fields) const;
  // An image as Light::shimmer describes it, for the receivers that `light.mirrored_shadow` shows; light.shimmer is not
  // read.
  graph::Image draw_up(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                       std::span<const SurfaceField> fields, float share = 1);

 private:
  void draw_some(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                 std::span<const SurfaceField> fields, graph::Image map, graph::Load load, float share) const;

  const Scene& scene_;  // may change between pictures
};

}  // namespace undine::water

// The sun's shadow maps and the matrix that leads into one.
#ifndef PASSES_SHADOW_H
#define PASSES_SHADOW_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// From a fragment of a shadow map back to the world.
struct SunDepthParams {
  mat4 world_from_sun;
  float texel;  // 1 / texels along a side
};

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"

namespace undine::deferred {

struct ShadowSettings {
  bool shadows = true;
  void describe(settings::Visitor& v) { v.value("shadows", shadows, {.help = "shadows of the sun"}); }
};

// World to the clip space of a map that looks from the sun and just holds `bounds`: x and y in [-1, 1], depth 0 at the
// side of the sun. Depends on nothing else, so shadows never crawl. Empty bounds: a box of 20 m about the origin.
glm::mat4 fit_sun(const Bounds& bounds, glm::vec3 towards_sun);

// The same for a beam that is as wide as `across` and goes on through all of `along`.
glm::mat4 fit_beam(const Bounds& across, const Bounds& along, glm::vec3 towards_sun);

// d32f, 2048 x 2048, through camera.sun_matrix; all lit when not enabled.
graph::Image draw_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, bool enabled);

// The same through camera.bent_matrix, of what stands under the surface of one of the waters.
graph::Image draw_bent_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, const LevelMap& waters,
                              bool enabled);

// d32f, 1024 x 1024, through camera.mirrored_matrix: what sunlight meets first that level waters throw up.
graph::Image draw_mirrored_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry,
                                  const LevelMap& waters, bool enabled);

}  // namespace undine::deferred
#endif
#endif

// Shadow maps of the sun and their matrices.
#ifndef PASSES_DEFERRED_SHADOW_H
#define PASSES_DEFERRED_SHADOW_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// From a fragment of a shadow map back to the world.
struct SunDepthParams {
  mat4 world_from_sun;
  float texel;  // 1 / texels along a side
  vec4 within;  // low and high x and z: what stands beside is not drawn (deferred/shadow_cut.vert)
};

// Casters that deferred/shadow_cut.vert leaves: all; what lies under the highest water, or over it; in one water,
// what lies under its lowest surface; what lies between the lowest and the highest of all. Without a look at the waters
// the lowest surface is wave_trough under the level of rest.
const int shadow_cut_none = 0, shadow_cut_low = 1, shadow_cut_high = 2, shadow_cut_deep = 3, shadow_cut_between = 4;
const float wave_trough = 0.1f;   // meters that water may fall without baring what is kept of what stands in it
const float walls_beside = 0.1f;  // of a water's size: so far around it its walls can stand

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"
#include "passes/deferred/light.h"

namespace undine::deferred {

struct ShadowSettings {
  bool shadows = true;
  std::uint32_t cascades = 3;
  bool of_clouds = true;
  double detail = 1;
  void describe(settings::Visitor& v) {
    v.value("shadows", shadows, {.help = "shadows of the sun"});
    v.value("shadow_cascades", cascades,
            {.help = "shadow cascades: each is finer around the camera than the one before; small scenes use fewer",
             .min = 1,
             .max = 3});
    v.value("cloud_shadows", of_clouds, {.help = "cloud shadows"});
    v.value(
        "map_detail", detail,
        {.help = "resolution of shadow and caustic maps relative to the finest; less is faster and blurs small shadows",
         .min = 0.125,
         .max = 1});
  }
};

// World to the clip space of a map that looks from the sun and just holds `bounds`: x and y in [-1, 1], depth 0 at the
// side of the sun. Depends on nothing else, so shadows never crawl. Empty bounds: a box of 20 m about the origin.
glm::mat4 fit_sun(const Bounds& bounds, glm::vec3 towards_sun);

// The same for a beam that is as wide as `across` and goes on through all of `along`.
glm::mat4 fit_beam(const Bounds& across, const Bounds& along, glm::vec3 towards_sun);

// Along a side of a map.
std::uint32_t texels_of(std::uint32_t whole, float share);

// d32f, 2048 x 2048 times `share`, through camera.sun_matrix; all lit when not enabled. What
// stands is cached.
graph::Image draw_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, bool enabled,
                         float share = 1);

// Finer maps of what is near the camera, null where the map of the whole is as fine, and Camera::near_shadow of each.
struct NearShadows {
  graph::Image near, middle;
  glm::vec4 place[2];
};
// As many as settings ask for and as the scene is large for. lit: what camera.sun_matrix holds. The maps keep their
// texels' places when the camera turns.
NearShadows draw_near_shadows(graph::Graph& g, const Camera& camera, const Geometry& geometry, const Bounds& lit,
                              const ShadowSettings& settings, float share = 1);

// Clip xy times xy plus zw: from the whole map into one of `texels` along a side that holds what the camera sees at
// distances `from` to `to` along its axis, wherever it turns.
glm::vec4 fit_near(const Camera& camera, float from, float to, float texels);

// The same through camera.bent_matrix, of what stands under the surface of one of the waters. What stands
// under the troughs of waters without dry places is cached.
graph::Image draw_bent_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, const LevelMap& waters,
                              bool enabled, float share = 1);

// d32f, 1024 x 1024 times `share`, through camera.mirrored_matrix: what sunlight meets first that level waters throw
// up.
graph::Image draw_mirrored_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry,
                                  const LevelMap& waters, bool enabled, float share = 1);

}  // namespace undine::deferred
#endif
#endif

// Deferred lighting of the opaque scene: sun with shadow and caustics, diffuse and specular light of the sky, ambient
// occlusion; and the sky behind it. Also views of single inputs (View::show).
#ifndef PASSES_DEFERRED_LIGHTING_H
#define PASSES_DEFERRED_LIGHTING_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct LightingParams {
  ivec2 size;
  int show;  // deferred/lighting_view.comp: which input
};

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"
#include "passes/deferred/sun_share.h"

namespace undine::deferred {

struct LightingChoice {
  bool sky = true;           // behind what stands; else black and w = 0 there
  bool all_in_air = false;   // none of it is in water
  bool one_draw = false;     // few pixels show anything
  bool water_first = false;  // most of it is in water
  SunSearch sun{};           // of what is in the air
  graph::Image covered;      // depth of what hides the scene where it is over 0: there it is black and w = 0
};
// Radiance of size camera.viewport; depth is the G-buffer's.
Lit draw_lighting(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                  graph::Image ambient, const LightingChoice& choice = {});

// Bind the inputs of shaders/deferred/surface_light.glsl, and parts of them.
template <class Node>
Node& read_sky_light(Node& node, const Light& light) {
  return node.read("sky", light.sky, graph::Sampler::linear_repeat)
      .optional("environment", light.environment, graph::Sampler::linear_repeat)
      .optional("through", light.through, graph::Sampler::linear_clamp);
}
template <class Node>
Node& read_thrown_up(Node& node, const Light& light) {
  return node.optional("mirrored_shadow", light.mirrored_shadow, graph::Sampler::shadow)
      .optional("shimmer", light.shimmer, graph::Sampler::linear_clamp);
}
template <class Node>
Node& read_water_light(Node& node, const Light& light) {
  node.optional("bent_shadow", light.bent_shadow, graph::Sampler::shadow)
      .optional("caustics", light.caustics, graph::Sampler::linear_clamp);
  return read_levels(node, light.levels);
}
template <class Node>
Node& read_light(Node& node, const Light& light) {
  read_sun(node, light);
  read_sky_light(node, light);
  read_thrown_up(node, light);
  return read_water_light(node, light);
}

// Ways to show an image that was published (publish_view()): an input of the light, any radiance, or a share from 0 to
// 1 as it is.
enum class LightingView : std::uint32_t {
  albedo = 0,
  normals = 1,
  depth = 2,
  ambient = 3,
  caustics = 4,
  radiance = 5,
  motion = 6,
  plain = 7,
  share = 8
};
// An rgba8 picture of it. Radiance is of any size and goes through a plain curve; motion as Motion::draw() makes it;
// plain is shown as it is; all else is what these passes made.
graph::Image draw_input(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                        graph::Image ambient, const graph::Graph::Published& input);

}  // namespace undine::deferred
#endif
#endif

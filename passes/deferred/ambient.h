// Ambient occlusion from depth and normals: horizons in slices around the normal and the exact integral between them
// [Jimenez et al. 2016], at half resolution, with an edge-preserving blur.
#ifndef PASSES_DEFERRED_AMBIENT_H
#define PASSES_DEFERRED_AMBIENT_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct AmbientParams {
  ivec2 size;      // of the half-size image
  ivec2 full;      // of the picture
  float radius;    // meters
  float strength;  // 1: as computed
  int slices;      // directions per pixel
  int steps;       // samples to either side in each direction
};

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/render_settings.h"
#include "passes/deferred/camera.h"

namespace undine::deferred {

struct SsaoSettings {
  bool enabled = true;
  double radius = 0.5, strength = 1.0;
  std::uint32_t samples = 16;

  static constexpr std::string_view key = "ssao", help = "ambient occlusion in screen space";
  void describe(settings::Visitor& v) {
    v.value("enabled", enabled, {.help = "ambient occlusion"});
    v.value("radius", radius,
            {.help = "radius of ambient occlusion", .unit = "m", .min = 0, .max = 1000, .above_min = true});
    v.value("strength", strength, {.help = "strength; 1: as computed from the geometry", .min = 0, .max = 10});
    v.value("samples", samples, {.help = "depth samples per pixel", .min = 1, .max = 64});
  }
};

// rg32f of half the picture's size, rounded up, or of one texel where nothing is darkened: x = visible share of the
// ambient light, y = view distance in meters (for the upsampling; 1e9 where nothing is). Texel i stands for the
// picture's texel 2 i.
graph::Image draw_ambient(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const SsaoSettings& settings);

}  // namespace undine::deferred
#endif
#endif

// Visible share of the sun's disc per pixel, cached while sun, shadow casters and camera do not move. The blocker
// search (shaders/lib/sun.glsl) is the largest cost of lighting.
#ifndef PASSES_DEFERRED_SUN_SHARE_H
#define PASSES_DEFERRED_SUN_SHARE_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

const float sun_tile_wider = 1.2f;  // a water's tile of the map goes beyond it, to where light enters to its walls
// Means of it over discs, each twice as wide as the one before, at a quarter of the map's texels along each axis.
const int sun_discs = 10;
const float least_sun_disc = 4.0f;  // texels of radius

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"

namespace undine::deferred {

// Search for the share of the sun's disc that each pixel of a scene in the air sees: in the light's own shader, or
// before it, once for all of them.
struct SunSearch {
  bool before = false;  // for shadows that stand
  bool cached = false;  // the camera stands, too
};

// r32f: the share of the sun's disc that is seen from each pixel of a scene in the air. If it is not cached, of those
// alone for which `open` is over 0.
graph::Image draw_sun_share(graph::Graph& g, const Camera& camera, const GBuffer& gbuffer, const Light& light,
                            bool cached, graph::Image open);

// r16f: the same of places on the waters' rest levels, as shaders/lib/sun_on_water.glsl looks it up. None where a water
// has another level, is too large for a map as fine as the sun's, or where there are finer maps about the camera.
struct SunOnWater {
  graph::Image share, around;  // around: its means about each place, for each disc all tiles, one under the other
};
SunOnWater draw_sun_on_water(graph::Graph& g, const Camera& camera, const Light& light,
                             std::span<const SurfaceField> waters);

}  // namespace undine::deferred
#endif
#endif

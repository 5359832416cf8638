// Lamps at waters: their reflections, light scattered by foam, and in-scattering in the water below.
#ifndef PASSES_WATER_WATER_LAMPS_H
#define PASSES_WATER_WATER_LAMPS_H
#include "passes/water/water_params.h"
SHARED_BEGIN(undine::water)

struct WaterLampParams {
  WaterOptics optics[16];  // of each surface
  vec4 low[16];            // corners of the boxes of water with closed sides; w of high: 1 if it is one
  vec4 high[16];
};

SHARED_END

#ifdef __cplusplus
#include "passes/deferred/light.h"
#include "passes/water/water_nodes.h"

namespace undine::water {

// Adds to targets.color; inside: the scene under water, of grids. Nothing where no lamp shines.
void draw_lamps(graph::Graph& g, const deferred::Camera& camera, const deferred::Light& light,
                const WaterTargets& targets, const WaterLampParams& params, graph::Image clumps,
                const deferred::Camera* inside, graph::Image inside_depth);

}  // namespace undine::water
#endif
#endif

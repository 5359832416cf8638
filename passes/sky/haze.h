// Aerial perspective: distant surfaces blend to the color of the sky above the horizon behind them. Extinction 3.912
// / V per meter, V the meteorological range, at which a black object has 2 % contrast [Koschmieder 1924].
#ifndef PASSES_SKY_HAZE_H
#define PASSES_SKY_HAZE_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

struct HazeParams {
  float extinction;  // 1/m
};

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/light.h"

namespace undine::deferred {

// Over all that `lit` shows, but for an eye in one of light.levels. visibility: meters; 0: nothing is drawn.
void draw_haze(graph::Graph& g, const Camera& camera, const Light& light, const Lit& lit, double visibility);

}  // namespace undine::deferred
#endif
#endif

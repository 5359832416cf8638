// Advected detail below grid resolution: small waves and foam patterns. Two layers of one tiling map are advected for
// a period each, half a period apart; a layer has weight 0 when it restarts at another offset. The blend preserves
// variance, so the pattern does not pulse [Vlachos 2010], [Max & Becker 1996].
#ifndef PASSES_WATER_FLOW_DETAIL_H
#define PASSES_WATER_FLOW_DETAIL_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::water)

const float flow_period = 0.8f;  // seconds in which a layer is carried along

// A layer's life at a moment: share of its period that is over, and how many it has had. `shift` in periods.
SHARED vec2 flow_phase(float time, float shift) {
  float t = time / flow_period + shift;
  float whole = float(int(t) - (t < float(int(t)) ? 1 : 0));
  return vec2(t - whole, whole);
}

// Weights of the layers at `phase` and half a period on: squares sum to 1. The sum of two fields of mean 0 and the same
// variance, weighted so, has that variance at all times.
SHARED vec2 flow_weights(float phase) {
  float a = 1.0f - abs(2.0f * phase - 1.0f);
  return vec2(a, 1.0f - a) / sqrt(a * a + (1.0f - a) * (1.0f - a));
}

// Root mean square of the slopes that a flow's surface has: a pool is smooth, rapids are rough.
SHARED float flow_roughness(float speed, float depth) {
  float froude = speed / sqrt(9.81f * max(depth, 0.02f));
  float thin = clamp(depth / 0.01f, 0.0f, 1.0f);
  return thin * (0.012f + 0.15f * min(froude, 1.2f) * clamp(speed / 0.6f, 0.0f, 1.0f));
}

const float foam_lace = 5.0f;     // logarithm of optical depth per unit of foam's pattern
const float foam_relief = 0.03f;  // meters that dense foam stands over clear water
// Variances of that logarithm: of the lace, which is finer than 3 m, and of patches of one scale.
const float foam_lace_variance = 2.3f;
const float foam_patch_variance = 0.6f;

// Factor on a logit after which normal deviations of this variance leave the mean of its logistic function as it was,
// to about 0.01: sqrt(1 + pi / 8 variance).
SHARED float foam_steeper(float variance) { return sqrt(1.0f + 0.3926991f * variance); }

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"

namespace undine::water {

// The map, tiled: rg slope of a relief along u and v, 0.5 + slope / flow_slope_range, of rms 1; b a lace of cells, a
// soft spots, both spread evenly over 0..1.
class FlowDetail {
 public:
  explicit FlowDetail(graph::State& state);
  void start(graph::Graph& g);               // uploads it, once
  graph::Image map() const { return map_; }  // with mips; bind with linear_repeat

 private:
  graph::Image map_;
};

}  // namespace undine::water
#endif

SHARED_BEGIN(undine::water)
const float flow_slope_range = 8.0f;
const int flow_map_texels = 256;
const float flow_relief_waves = 24.0f;  // of the longest octave, across the map; two more are half as long each
SHARED_END
#endif

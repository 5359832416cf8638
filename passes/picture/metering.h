// Automatic exposure: maps the mean log2 luminance between two percentiles of the histogram to middle gray, with the
// eye's adaptation time. On the GPU, without read-back.
#ifndef PASSES_PICTURE_METERING_H
#define PASSES_PICTURE_METERING_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

const int metering_bins = 128, metering_tile = 64;         // pixels along a side that a workgroup counts
const float metering_grey = 0.22f;                         // linear; a luma of 130
const float metering_low = -12.0f, metering_high = 12.0f;  // log2 of radiance; what is beyond counts at the ends

struct MeteringParams {
  ivec2 size;
  int tiles;
  float kept;  // share of the exposure of the picture before that stays; 0: the first picture
};

#ifdef __cplusplus
using std::log2;
#endif
// Bin of a luminance, and the middle of a bin.
SHARED float metering_place(float luminance) {
  float at = (log2(max(luminance, 1e-9f)) - metering_low) / (metering_high - metering_low);
  return clamp(at, 0.0f, 0.9999f) * float(metering_bins);
}
SHARED float metering_middle(int bin) {
  return metering_low + (float(bin) + 0.5f) / float(metering_bins) * (metering_high - metering_low);
}

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/deferred/camera.h"

namespace undine::picture {

class Metering {
 public:
  explicit Metering(graph::State& state);
  // A buffer of one float: the factor on radiance for this picture. follows: the eye adapts from the picture before;
  // else, and where time does not go on or jumps by more than a second, it has adapted already.
  graph::Buffer draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, bool follows);

 private:
  graph::Buffer factor_;
  double time_ = -1e9;
};

}  // namespace undine::picture
#endif
#endif

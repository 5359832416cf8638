// The tiles' histograms summed, the mean of log2 luminance between the 10th and the 95th percentile, and the factor that
// makes it a middle grey, approached from the picture before.
#include "passes/picture/metering.h"

layout(local_size_x = 128) in;
layout(push_constant, scalar) uniform ParamsBlock { MeteringParams p; } params;
layout(binding = 0, scalar) readonly buffer Counts { uint data[]; } counts;
layout(binding = 1, scalar) buffer Factor { float value; } factor;

shared uint bins[metering_bins];

void main() {
  uint bin = gl_LocalInvocationIndex;
  uint sum = 0u;
  for (int tile = 0; tile < params.p.tiles; ++tile) sum += counts.data[uint(tile * metering_bins) + bin];
  bins[bin] = sum;
  barrier();
  if (bin != 0u) return;
  float all = float(params.p.size.x) * float(params.p.size.y), low = 0.10 * all, high = 0.95 * all;
  float before = 0.0, weight = 0.0, mean = 0.0;
  for (int i = 0; i < metering_bins; ++i) {
    float after = before + float(bins[i]);
    float share = max(min(after, high) - max(before, low), 0.0);
    mean += share * metering_middle(i);
    weight += share;
    before = after;
  }
  float wanted = clamp(metering_grey / exp2(mean / max(weight, 1.0)), 1e-3, 1e3);
  float last = factor.value;
  factor.value = params.p.kept > 0.0 && last > 0.0 ? exp2(mix(log2(wanted), log2(last), params.p.kept)) : wanted;
}

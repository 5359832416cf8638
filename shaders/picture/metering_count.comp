// A histogram of log2 luminance of each tile of the picture.
#include "passes/picture/metering.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(push_constant, scalar) uniform ParamsBlock { MeteringParams p; } params;
layout(binding = 0) uniform sampler2D lit;
layout(binding = 1, scalar) writeonly buffer Counts { uint data[]; } counts;

shared uint bins[metering_bins];

void main() {
  uint thread = gl_LocalInvocationIndex;
  for (uint i = thread; i < uint(metering_bins); i += 64u) bins[i] = 0u;
  barrier();
  ivec2 first = ivec2(gl_WorkGroupID.xy) * metering_tile + ivec2(gl_LocalInvocationID.xy);
  for (int y = 0; y < metering_tile; y += 8) {
    for (int x = 0; x < metering_tile; x += 8) {
      ivec2 pixel = first + ivec2(x, y);
      if (any(greaterThanEqual(pixel, params.p.size))) continue;
      float luminance = dot(texelFetch(lit, pixel, 0).rgb, vec3(0.2126, 0.7152, 0.0722));
      atomicAdd(bins[int(metering_place(luminance))], 1u);
    }
  }
  barrier();
  uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  for (uint i = thread; i < uint(metering_bins); i += 64u) counts.data[tile * uint(metering_bins) + i] = bins[i];
}

// Minimum and maximum elevation of each water without dry cells: points beyond them are inside or outside regardless
// of the waves. A thread reads a block of texels.
#include "passes/deferred/water_levels.h"
#include "lib/largest.glsl"
#include "lib/ordered.glsl"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D level_map;
layout(binding = 1, std430) buffer Span { uint words[]; } span;
layout(push_constant, scalar) uniform Params { LevelSpanParams p; } params;

void main() {
  ivec2 first = ivec2(gl_GlobalInvocationID.xy) * level_block, last = min(first + level_block, params.p.size);
  if (any(greaterThanEqual(first, last))) return;
  float low = 1e30, high = -1e30;
  for (int y = first.y; y < last.y; ++y)
    for (int x = first.x; x < last.x; ++x) {
      float elevation = texelFetch(level_map, params.p.corner + ivec2(x, y), 0).r;
      low = min(low, elevation);
      high = max(high, elevation);
    }
  RAISE(span.words[2 * params.p.water], ordered(high));
  RAISE(span.words[2 * params.p.water + 1], ~ordered(low));
}

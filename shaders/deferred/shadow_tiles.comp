// The least and the largest depth of each tile of a shadow map; AROUND: of nine tiles of such a map, so that what a filter sees that
// reaches no farther than a tile is known before it looks.
#pragma variants AROUND
#include "passes/deferred/shadow.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D depth;
layout(binding = 1, rg32f) uniform writeonly image2D tiles;

void main() {
  ivec2 tile = ivec2(gl_GlobalInvocationID.xy), count = imageSize(tiles);
  if (any(greaterThanEqual(tile, count))) return;
  float least = 1.0, largest = 0.0;
#ifdef AROUND
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x) {
      vec2 of = texelFetch(depth, clamp(tile + ivec2(x, y), ivec2(0), count - 1), 0).rg;
      least = min(least, of.x);
      largest = max(largest, of.y);
    }
#else
  vec2 size = vec2(textureSize(depth, 0));
  for (int y = 0; y < sun_tile; y += 2)
    for (int x = 0; x < sun_tile; x += 2) {
      vec4 four = textureGather(depth, vec2(tile * sun_tile + ivec2(x, y) + 1) / size);
      least = min(least, min(min(four.x, four.y), min(four.z, four.w)));
      largest = max(largest, max(max(four.x, four.y), max(four.z, four.w)));
    }
#endif
  imageStore(tiles, tile, vec4(least, largest, 0.0, 0.0));
}

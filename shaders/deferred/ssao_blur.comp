#include "passes/deferred/ambient.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D raw;
layout(binding = 1, rg32f) uniform writeonly image2D visibility;
layout(push_constant, scalar) uniform Params { AmbientParams p; } params;

// 5 x 5 blur, because the slices' rotations repeat about every four pixels.
void main() {
  ivec2 id = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(id, params.p.size))) return;
  vec2 middle = texelFetch(raw, id, 0).xy;
  float sum = middle.x, weights = 1.0;
  float scale = 25.0 / middle.y;
  for (int y = -2; y <= 2; ++y) {
    for (int x = -2; x <= 2; ++x) {
      ivec2 at = id + ivec2(x, y);
      if ((x == 0 && y == 0) || any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, params.p.size))) continue;
      vec2 tap = texelFetch(raw, at, 0).xy;
      float weight = max(1.0 - abs(tap.y - middle.y) * scale, 0.0);
      sum += tap.x * weight;
      weights += weight;
    }
  }
  imageStore(visibility, id, vec4(sum / weights, middle.y, 0.0, 0.0));
}

// Kind and index of a static object, from push constants, at its visible pixels.
#include "passes/deferred/gbuffer.h"

layout(push_constant, scalar) uniform Params { GBufferParams p; } params;
layout(binding = 2) uniform sampler2D depth;
layout(location = 0) out vec2 color;

void main() {
  float seen = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r;
  if (abs(gl_FragCoord.z - seen) > 1e-4 * seen) discard;
  color = vec2(params.p.pattern, params.p.seed);
}

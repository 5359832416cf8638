// Motion vector of a moving object at its visible pixels.
#include "passes/deferred/motion_params.h"

layout(binding = 2) uniform sampler2D depth;
layout(location = 0) in vec4 now;
layout(location = 1) in vec4 before;
layout(location = 0) out vec4 color;

void main() {
  // The same surface from two pipelines differs by rounding.
  float seen = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r;
  if (abs(gl_FragCoord.z - seen) > 1e-4 * seen) discard;
  color = motion_of(now, before, moves_by_itself);
}

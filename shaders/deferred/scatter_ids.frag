// Kind and entry of an instance on the terrain, at its visible pixels.
#include "passes/deferred/ids.h"

layout(binding = 7) uniform sampler2D depth;
layout(location = 4) in flat int entry;
layout(location = 0) out vec2 color;

void main() {
  float seen = texelFetch(depth, ivec2(gl_FragCoord.xy), 0).r;
  if (abs(gl_FragCoord.z - seen) > 1e-4 * seen) discard;
  color = vec2(id_scatter, entry);
}

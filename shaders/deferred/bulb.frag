// A light bulb: a sphere of uniform radiance.
#include "passes/deferred/lamps.h"

layout(push_constant, scalar) uniform Params { BulbParams p; } params;
layout(location = 0) in vec2 corner;
layout(location = 1) in flat float edge;
layout(location = 0) out vec4 color;

void main() {
  float cover = clamp((1.0 - length(corner)) / max(edge, 1e-4) + 0.5, 0.0, 1.0);
  color = vec4(min(params.p.radiance.rgb, vec3(60000.0)) * cover, cover);
}

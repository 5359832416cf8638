// Lights pixels that hold geometry. Discarded pixels do not write depth, so the next draw processes them.
#pragma variants SUN_GIVEN, SUN_ON_WATER
#include "deferred/picture_light.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 radiance;

void main() {
  ivec2 id = ivec2(gl_FragCoord.xy);
  radiance = vec4(light_at(id, texelFetch(depth, id, 0).r), 1.0);
  if (left_out) discard;
}

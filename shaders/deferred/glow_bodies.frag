// Emission of a body.
#pragma variants SUBMERGED?
#include "passes/deferred/gbuffer.h"
#include "deferred/submerged.glsl"

layout(binding = 2) uniform sampler2DArray textures;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 2) in vec2 uv;
layout(location = 3) in vec3 world;
layout(location = 0) out vec4 light;

void main() {
  GBufferParams p = params.p;
  vec3 glow = p.color2.rgb;
  if (p.glow_layer >= 0) glow *= texture(textures, vec3(uv, float(p.glow_layer))).rgb;
  if (!is_drawn(world)) discard;
  light = vec4(glow, 0.0);
}

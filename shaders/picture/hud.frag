#include "passes/picture/hud_params.h"

layout(push_constant, scalar) uniform ParamsBlock { HudParams p; } params;
layout(binding = 1) uniform sampler2D atlas;
layout(binding = 2) uniform sampler2D pictures;

layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 target;

void main() {
  vec2 at = gl_FragCoord.xy;
  if (any(lessThan(at, params.p.clip.xy)) || any(greaterThanEqual(at, params.p.clip.zw))) discard;
  vec4 texel = params.p.pictures == 1 ? textureLod(pictures, uv, 0.0) : vec4(1.0, 1.0, 1.0, textureLod(atlas, uv, 0.0).r);
  target = color * texel;
}

#include "passes/picture/tonemap_params.h"
#include "lib/noise.glsl"
#include "lib/optics.glsl"

layout(push_constant, scalar) uniform ParamsBlock { TonemapParams p; } params;
layout(binding = 0) uniform sampler2D lit;
layout(binding = 1) uniform sampler2D glare;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec3 c = texelFetch(lit, pixel, 0).rgb * params.p.exposure + textureLod(glare, uv, 0.0).rgb * params.p.glare;
  c = tone_curve(max(c, vec3(0.0)));
  c = vec3(srgb_encode(c.r), srgb_encode(c.g), srgb_encode(c.b));
  float luma = dot(c, vec3(0.299, 0.587, 0.114));
  // Triangular noise of one step hides the steps of gradients.
  vec3 noise = hash_unit(ivec3(pixel, floatBitsToInt(params.p.seed))) + hash_unit(ivec3(pixel.yx, ~floatBitsToInt(params.p.seed)));
  c += (noise - 1.0) / 255.0;
  color = vec4(c, params.p.antialias == 1u ? luma : 1.0);
}

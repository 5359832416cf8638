#include "passes/picture/tonemap_params.h"
#include "lib/noise.glsl"
#include "lib/optics.glsl"

layout(push_constant, scalar) uniform ParamsBlock { TonemapParams p; } params;
layout(binding = 0) uniform sampler2D lit;
layout(binding = 1) uniform sampler2D glare;
layout(binding = 2) uniform sampler2D far_glare;
layout(binding = 3, scalar) readonly buffer Metered { float value; } metered;
layout(constant_id = 0) const bool has_metered = false;
layout(constant_id = 1) const bool agx = false;
layout(constant_id = 2) const bool has_glare = false;
layout(constant_id = 3) const bool has_far_glare = false;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float exposure = params.p.exposure * (has_metered ? metered.value : 1.0);
  vec3 c = texelFetch(lit, pixel, 0).rgb * exposure;
  if (has_glare && has_far_glare)
    c += textureLod(glare, uv, 0.0).rgb * params.p.glare.x + textureLod(far_glare, uv, 0.0).rgb * params.p.glare.y;
  c = agx ? agx_curve(c) : tone_curve(max(c, vec3(0.0)));
  c = vec3(srgb_encode(c.r), srgb_encode(c.g), srgb_encode(c.b));
  float luma = dot(c, vec3(0.299, 0.587, 0.114));
  // Tone mapping. Triangular dither of one step hides banding.
  vec3 noise = hash_unit(ivec3(pixel, floatBitsToInt(params.p.seed))) + hash_unit(ivec3(pixel.yx, ~floatBitsToInt(params.p.seed)));
  c += (noise - 1.0) / 255.0;
  color = vec4(c, params.p.antialias == 1u ? luma : 1.0);
}

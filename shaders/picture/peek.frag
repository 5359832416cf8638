// A resource of the frame, a texel or number at each pixel.
#pragma variants ARRAY UINT?, UINT? VOLUME, BUFFER, UINT
#include "picture/peek.glsl"
#include "passes/deferred/optics.h"

layout(binding = 1, scalar) readonly buffer RangeBlock { FieldRange r; } range;
layout(push_constant, scalar) uniform ParamsBlock { PeekDrawParams p; } params;
layout(location = 0) out vec4 color;

const vec3 ground = vec3(0.105, 0.125, 0.145);

vec3 shown_color(vec3 stored) {
  if (!is_finite(stored.x) || !is_finite(stored.y) || !is_finite(stored.z)) return color_of_nothing();
  vec2 ends = range.r.shown;
  bool has_signs = range.r.found.x < 0.0;
  if (params.p.is_fixed != 0u || has_signs) return clamp((stored - ends.x) / max(ends.y - ends.x, 1e-30), 0.0, 1.0);
  vec3 c = clamp(stored, 0.0, 1.0);
  return params.p.encoded != 0u ? c : vec3(srgb_encode(c.r), srgb_encode(c.g), srgb_encode(c.b));
}

void main() {
  PeekDrawParams p = params.p;
  color = vec4(ground, 1.0);
  vec2 place = (gl_FragCoord.xy - p.frame.xy) / p.frame.zw;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThanEqual(place, vec2(1.0)))) return;
  uvec2 cell = min(uvec2(place * vec2(p.source.cells)), p.source.cells - 1u);
  vec4 texel;
  if (!peek_texel(p.source, cell, texel)) return;
  if (p.source.component == peek_color) {
    color.rgb = shown_color(texel.xyz);
    return;
  }
  float v = peek_value(p.source, texel);
  color.rgb = is_finite(v) ? color_map(p.map, field_part(range.r.shown, v)) : color_of_nothing();
}

// A field seen from above: x to the right, z down, with the shoreline.
#include "picture/field.glsl"
#include "lib/water.glsl"

layout(push_constant, scalar) uniform ParamsBlock { FieldMapParams p; } params;
layout(binding = 1, scalar) readonly buffer RangeBlock { FieldRange r; } range;
layout(binding = 2) uniform sampler2D surface;
layout(location = 0) out vec4 color;

const vec3 ground = vec3(0.105, 0.125, 0.145), rim = vec3(0.55, 0.60, 0.64), shore = vec3(0.08, 0.09, 0.10);

void main() {
  vec2 at = gl_FragCoord.xy - params.p.frame.xy;
  vec2 size = params.p.frame.zw, place = at / size;
  bool inside = all(greaterThan(at, vec2(0.0))) && all(lessThan(at, size));
  float coverage = field_smooth(surface, params.p.field, clamp(place, 0.0, 1.0)).w;
#ifdef PIXEL_KERNEL
  vec2 across = 1.0 / size;
  float steep = abs(field_smooth(surface, params.p.field, clamp(place + vec2(across.x, 0.0), 0.0, 1.0)).w - coverage) +
                abs(field_smooth(surface, params.p.field, clamp(place + vec2(0.0, across.y), 0.0, 1.0)).w - coverage);
#else
  float steep = fwidth(coverage);
#endif
  if (!inside) {
    vec2 outside = max(-at, at - size);
    color = vec4(max(outside.x, outside.y) < 1.0 ? rim : ground, 1.0);
    return;
  }
  vec2 cells_per_pixel = vec2(params.p.source.cells) / size;
  float value;
  bool known = field_mean(params.p.source, place * vec2(params.p.source.cells), vec2(cells_per_pixel.x, 0.0),
                          vec2(0.0, cells_per_pixel.y), params.p.smooth_cells != 0u, value);
  vec3 c = known ? color_map(params.p.map, field_part(range.r.shown, value)) : color_of_nothing();
  if (steep > 0.0) c = mix(c, shore, 0.85 * clamp(1.6 - abs(coverage - 0.5) / steep, 0.0, 1.0));
  color = vec4(c, 1.0);
}

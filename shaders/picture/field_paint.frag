// Paints a field on a water's surface, lightly shaded by its slope; other pixels keep the picture.
#include "passes/deferred/camera.h"
#include "picture/field.glsl"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(push_constant, scalar) uniform ParamsBlock { FieldPaintParams p; } params;
layout(binding = 1, scalar) readonly buffer RangeBlock { FieldRange r; } range;
layout(binding = 2) uniform sampler2D surface;
layout(binding = 3, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 4) uniform sampler2D picture;
layout(binding = 5) uniform sampler2D water_normal;
layout(binding = 6) uniform sampler2D water_depth;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// Intersection of the eye's ray through a pixel's corner with the surface's tangent plane.
vec2 beside(vec2 pixel, vec3 world, vec3 normal) {
  vec3 eye = camera.c.eye.xyz;
  vec3 along = view_ray(camera.c.inverse_view_projection, pixel * camera.c.viewport.zw);
  float facing = dot(along, normal);
  facing = facing < 0.0 ? min(facing, -0.02) : max(facing, 0.02);
  return (eye + along * (dot(world - eye, normal) / facing)).xz;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  color = texelFetch(picture, pixel, 0);
  if (abs(abs(water.w) - params.p.code) > 0.5) return;
  FieldParams f = params.p.field;
  vec3 world = world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r);
  vec2 per_meter = vec2(params.p.source.cells) / f.size.xy;
  vec2 place = clamp((world.xz - f.origin.xz) / f.size.xy + 0.5, 0.0, 1.0);
  vec3 facet = octahedral_decode(water.xy);
  bool side = abs(facet.y) < 0.3 && f.origin.w > 0.0;
  vec2 across = vec2(0.0), down = vec2(0.0);
  if (!side) {
    vec2 middle = beside(gl_FragCoord.xy, world, vec3(0.0, 1.0, 0.0));
    across = (beside(gl_FragCoord.xy + vec2(1.0, 0.0), world, vec3(0.0, 1.0, 0.0)) - middle) * per_meter;
    down = (beside(gl_FragCoord.xy + vec2(0.0, 1.0), world, vec3(0.0, 1.0, 0.0)) - middle) * per_meter;
  }
  vec2 limit = vec2(params.p.source.cells) - 1e-3;
  float value;
  bool known = field_mean(params.p.source, min(place * vec2(params.p.source.cells), limit), across, down,
                          params.p.smooth_cells != 0u, value);
  vec3 c = known ? color_map(params.p.map, field_part(range.r.shown, value)) : color_of_nothing();
  if (side) {
    c *= 0.5;
  } else {
    const vec3 light = normalize(vec3(-0.45, 0.75, -0.5));
    vec2 slope = 2.5 * field_smooth(surface, f, place).yz;
    float lit = dot(normalize(vec3(-slope.x, 1.0, -slope.y)), light) - light.y;
    c = clamp(c * (1.0 + clamp(0.9 * lit, -0.28, 0.2)), 0.0, 1.0);
  }
  color = vec4(c, params.p.antialias == 1u ? dot(c, vec3(0.299, 0.587, 0.114)) : 1.0);
}

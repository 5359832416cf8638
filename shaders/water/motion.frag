// Motion vectors of a water surface: vertical motion of its level, and camera motion.
#include "passes/deferred/camera.h"
#include "passes/deferred/motion_params.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform MotionBlock { MotionParams m; } motion;
layout(push_constant, scalar) uniform ParamsBlock { SurfaceParams p; } params;
layout(binding = 2) uniform sampler2D water_normal;
layout(binding = 3) uniform sampler2D water_depth;
layout(binding = 4) uniform sampler2D depth;
layout(binding = 5) uniform sampler2D surface;
layout(binding = 6) uniform sampler2D surface_before;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// Reach of the sun's mirror image over this pixel: it comes and goes with the facets of the surface.
float glint(vec3 world, vec3 n, float alpha2) {
  vec3 view = normalize(camera.c.eye.xyz - world), sun = camera.c.sun_direction.xyz;
  if (sun.y <= 0.0 || dot(view, n) <= 0.0) return 0.0;
  float nh = clamp(dot(n, normalize(sun + view)), 0.0, 1.0), wide = min(alpha2 + 2.2e-5, 1.0);
  return smoothstep(0.02, 0.3, ggx_density(nh, wide) / ggx_density(1.0, wide));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  if (abs(water.w) < 0.5 || water_index(water.w) + 1u != uint(params.p.code)) discard;
  float d = texelFetch(depth, pixel, 0).r;
  if (d > texelFetch(water_depth, pixel, 0).r) discard;  // another water is before it
  vec3 world = world_at(camera.c.inverse_view_projection, uv, d);
  FieldParams field = params.p.field;
  vec2 at = (world.xz - field.origin.xz) / field.size.xy + 0.5;
  float rise = field_sample(surface, field, at).x - field_sample(surface_before, field, at).x;
  vec3 n = octahedral_decode(water.xy);
  float reactive = max(water_foam(water.w), glint(world, water.w < 0.0 ? -n : n, water.z));
  vec4 now = motion.m.now * vec4(world, 1.0);
  // A still surface keeps its place to the last bit while the camera rests.
  vec4 rest = motion.m.reproject * vec4(uv_to_clip(uv + motion.m.offset), d, 1.0);
  vec2 way = uv + motion.m.offset - motion_uv(rest);
  float distance = rest.z > 0.0 ? camera.c.sun_direction.w * rest.w / rest.z : 6e4;
  vec4 unmoved = motion.m.before * vec4(world, 1.0), moved = motion.m.before * vec4(world - vec3(0.0, rise, 0.0), 1.0);
  if (rise != 0.0 && unmoved.w > 0.0 && moved.w > 0.0) {
    way += motion_uv(unmoved) - motion_uv(moved);
    distance += moved.w - unmoved.w;
  }
  // Reflection and refraction of a surface that rises or falls change from picture to picture.
  if (rise != 0.0) reactive += light_changes;
  color = vec4(rest.w > 0.0 ? way : vec2(4.0), min(distance, 6e4), reactive);
}

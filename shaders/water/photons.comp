// A grid of photons, one per thread: refracts at the surface and intersects the first receiver in the map of
// refracted sunlight, near the target through flat water. [Shah et al. 2007] with secant steps, which are exact on
// planes. UP: reflects instead, with the map of sunlight reflected by a level surface. Computed before drawing: a
// photon is a corner of four quads, and software drivers run vertex shaders on one thread.
#pragma variants UP?
#include "passes/deferred/camera.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;
layout(binding = 2) uniform sampler2D surface;
layout(binding = 3) uniform sampler2D receivers;
#ifdef UP
layout(binding = 4) uniform sampler2DShadow shadow;
#endif

// Landing point in the map's clip space; that through flat water, in pixels of the map.
layout(binding = 5, std430) writeonly buffer Places { vec4 at[]; } places;
#ifndef UP
layout(binding = 7, std430) writeonly buffer Sums { uvec4 of[]; } sums;  // to be cleared
layout(constant_id = 1) const bool has_sums = false;
#endif
#ifdef UP
layout(binding = 6, std430) writeonly buffer Shares { float of[]; } shares;  // of sunlight
#endif

layout(constant_id = 0) const bool ripples = true;

#ifdef UP
mat4 map_matrix() { return camera.c.mirrored_matrix; }
vec3 level_ray() { return camera.c.sun_direction.xyz * vec3(-1.0, 1.0, -1.0); }
#else
mat4 map_matrix() { return camera.c.bent_matrix; }
vec3 level_ray() { return -camera.c.bent_direction.xyz; }
#endif

// Along the map's depth; empty: the map shows nothing there.
float gap_to_receiver(vec3 world, out bool empty) {
  vec3 clip = (map_matrix() * vec4(world, 1.0)).xyz;
  float receiver = textureLod(receivers, clip_to_uv(clip.xy), 0.0).r;
  empty = receiver >= 1.0;
  return receiver - clip.z;
}

void main() {
  FieldParams field = params.p.field;
  uvec2 quads = field.cells.zw;
  uvec2 corner = gl_GlobalInvocationID.xy, corners = quads + 2u * photon_border + 1u;
  if (any(greaterThanEqual(corner, corners))) return;
#ifndef UP
  if (has_sums)
    for (uint i = corner.y * corners.x + corner.x; i < params.p.photons.w; i += corners.x * corners.y) sums.of[i] = uvec4(0u);
#endif
  vec2 uv = (vec2(corner) - float(photon_border)) / vec2(quads);
  vec4 s = field_smooth(surface, field, uv);
  vec3 start = field_position(field, uv, s.x);
  vec3 sun = camera.c.sun_direction.xyz, level = level_ray();
  vec2 spacing = field.size.xy / vec2(quads);
  vec2 slope = s.yz;
  if (ripples) {
    float wide = max(spacing.x, spacing.y) * sqrt(1.0 + dot(slope, slope));
    vec2 x = vec2(1.0, 0.0), z = vec2(0.0, 1.0);
    slope += ripple_slope(start.xz, camera.c.eye.w, wide * x, wide * z, x, params.p.optics.w).xy;
  }
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  float facing = dot(sun, normal);
#ifdef UP
  vec3 ray = reflect(-sun, normal);
  bool within = all(greaterThanEqual(uv, vec2(0.0))) && all(lessThanEqual(uv, vec2(1.0)));
  float share = within && facing > 0.0 && ray.y > 0.02 ? fresnel_dielectric(facing, params.p.optics.z) : 0.0;
  share *= params.p.optics.x * smoothstep(0.35, 0.65, s.w);
  vec3 lit_at = (camera.c.sun_matrix * vec4(start, 1.0)).xyz;
  share *= textureLod(shadow, vec3(clip_to_uv(lit_at.xy), clamp(lit_at.z, 0.0, 1.0)), 0.0);
  ray.y = max(ray.y, 0.02);
#else
  float index = camera.c.bent_direction.w;
  vec3 ray = snell_refract(-sun, normal, 1.0 / index);
#endif
  bool empty, ends_empty = false;
  float before = 0.0, gap = gap_to_receiver(start, empty);
  // Way to the receiver straight along the beam, which is where the photon lands if the beam meets level ground there.
  float steep = abs(ray.y) < 0.1 ? 0.1 * sign(level.y) : ray.y;
  float t = clamp(gap * params.p.map.y * level.y / steep, 0.0, params.p.map.z);
  float gap_before = gap;
  for (int i = 0; i < 3; ++i) {
    gap = gap_to_receiver(start + ray * t, ends_empty);
    float change = gap - gap_before;
    if (abs(change) < 1e-7) break;
    float next = clamp(t - gap * (t - before) / change, 0.0, params.p.map.z);
    before = t;
    gap_before = gap;
    t = next;
  }
#ifdef UP
  // Light that goes to the sky spreads over nothing.
  if (empty || ends_empty) share = t = 0.0;
#endif
  vec3 landed = (map_matrix() * vec4(start + ray * t, 1.0)).xyz;
  // The sun's beam is as wide as it is where it meets the level, not as the waves are that it goes on to.
  vec3 entry = start - sun * ((start.y - field.origin.y) / sun.y);
  vec2 origin = clip_to_uv((map_matrix() * vec4(entry, 1.0)).xy) * params.p.map.x;
  uint place = params.p.photons.x + corner.y * corners.x + corner.x;
  places.at[place] = vec4(landed.xy, origin);
#ifdef UP
  shares.of[place] = share;
#endif
}

// Shows one input of the lighting.
#include "passes/deferred/camera.h"
#include "passes/deferred/lighting.h"
#include "passes/deferred/water_levels.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D albedo;
layout(binding = 2) uniform sampler2D normal;
layout(binding = 3) uniform sampler2D depth;
layout(binding = 4) uniform sampler2D ambient;
layout(binding = 5) uniform sampler2D caustics;
layout(binding = 6) uniform sampler2D extra;
layout(binding = 7, rgba8) uniform writeonly image2D picture;
layout(binding = 8) uniform sampler2D through;
layout(binding = 9, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 10) uniform sampler2D level_map;
layout(constant_id = 11) const bool has_through = false;
layout(constant_id = 13) const bool has_caustics = false;
layout(constant_id = 15) const bool has_extra = false;
#include "lib/levels.glsl"
#include "deferred/seen_water.glsl"
layout(push_constant, scalar) uniform Params { LightingParams p; } params;

vec3 encode(vec3 linear) {
  vec3 c = clamp(linear, 0.0, 1.0);
  return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * c, lessThanEqual(c, vec3(0.0031308)));
}

void main() {
  ivec2 id = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(id, params.p.size))) return;
  vec2 uv = (vec2(id) + 0.5) * camera.c.viewport.zw;
  float d = texelFetch(depth, id, 0).r;
  vec3 color = vec3(0.0);
  if (params.p.show == 0) {
    color = encode(texelFetch(albedo, id, 0).rgb);
  } else if (params.p.show == 1) {
    color = d > 0.0 ? texelFetch(normal, id, 0).xyz * 0.5 + 0.5 : vec3(0.0);
  } else if (params.p.show == 2) {
    // Distance on a scale of doublings: 0.25 m white, 64 m black.
    float distance = view_distance(camera.c.sun_direction.w, d);
    color = vec3(d > 0.0 ? clamp(1.0 - (log2(distance) + 2.0) / 8.0, 0.0, 1.0) : 0.0);
  } else if (params.p.show == 3) {
    color = vec3(texelFetch(ambient, id / 2, 0).x);
  } else if (params.p.show == 4) {
    vec3 world = world_at(camera.c.inverse_view_projection, uv, max(d, 1e-9));
    vec4 left = vec4(1.0, 1.0, 1.0, -1e9);
    if (has_through) left = textureLod(through, clip_to_uv((camera.c.sun_matrix * vec4(world, 1.0)).xy), 0.0);
    float level;
    if (has_caustics && seen_water(world, texelFetch(normal, id, 0).xyz, level) >= 0)
      left = vec4(textureLod(caustics, clip_to_uv((camera.c.bent_matrix * vec4(world, 1.0)).xy), 0.0).rgb, 1e9);
    if (d > 0.0 && world.y < left.w) color = encode(left.rgb * 0.33);
  } else if (has_extra && params.p.show == 6) {
    // Grey at rest; red to the right, green up, full at 8 pixels; bluer the less the past is worth.
    vec4 m = texelFetch(extra, id, 0);
    vec2 pixels = m.xy * camera.c.viewport.xy * vec2(1.0, -1.0);
    color = vec3(clamp(0.5 + pixels / 16.0, 0.0, 1.0), 0.5 + 0.5 * m.w);
  } else if (has_extra && params.p.show == 7) {
    color = textureLod(extra, uv, 0.0).rgb;
  } else if (params.p.show == 8 && has_extra) {
    color = vec3(clamp(textureLod(extra, uv, 0.0).r, 0.0, 1.0));
  } else if (has_extra) {
    vec3 light = textureLod(extra, uv, 0.0).rgb * camera.c.sun_radiance.w;
    color = encode(light / (1.0 + 0.5 * light));
  }
  imageStore(picture, id, vec4(color, 1.0));
}

// Light and opacity of a transparent solid.
#pragma variants LAMPS? SUBMERGED?
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/water_levels.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 2) uniform sampler2DArray textures;
layout(binding = 4) uniform sampler2DArray glow_textures;
layout(binding = 5) uniform sampler2D sky;
layout(binding = 7) uniform sampler2D through;
layout(binding = 8, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 9) uniform sampler2D level_map;
layout(binding = 10) uniform sampler2DShadow bent_shadow;
layout(binding = 11) uniform sampler2D caustics;
layout(binding = 12) uniform sampler2DShadow mirrored_shadow;
layout(binding = 13) uniform sampler2D shimmer;
#include "deferred/surface_light.glsl"
#include "deferred/submerged.glsl"
#ifdef LAMPS
#include "deferred/lamp_surface.glsl"
#endif
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  GBufferParams p = params.p;
  vec4 texel = vec4(1.0);
  vec3 glow = p.color2.rgb;
  if (p.layer >= 0) texel = texture(textures, vec3(uv, float(p.layer)));
  if (p.glow_layer >= 0) glow *= texture(glow_textures, vec3(uv, float(p.glow_layer))).rgb;
  vec3 world = (p.model * vec4(local_position, 1.0)).xyz;
  if (!is_drawn(world)) discard;
  vec3 n = normalize(mat3(p.model) * local_normal);
  vec3 light = surface_light(world, n, normalize(camera.c.eye.xyz - world), p.color.rgb * texel.rgb,
                             clamp(p.color.w, 0.03, 1.0), p.metallic > 0.5, 1.0);
#ifdef LAMPS
  light += lamps_on_surface(world, n, normalize(camera.c.eye.xyz - world), p.color.rgb * texel.rgb,
                            clamp(p.color.w, 0.03, 1.0), p.metallic > 0.5);
#endif
  color = vec4(min(light + glow, vec3(60000.0)), p.alpha * texel.a);
}

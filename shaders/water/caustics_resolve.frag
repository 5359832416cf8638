// Caustics map for lighting: photon light where the sun's ray to a receiver passes this water, sampled per color
// channel for dispersion.
#include "passes/deferred/camera.h"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;
layout(binding = 2) uniform sampler2D surface;
layout(binding = 3) uniform sampler2D receivers;
layout(binding = 4) uniform sampler2D photons;

layout(constant_id = 0) const bool level = false;  // at rest the surface is where elevations count from

layout(location = 0) in vec2 uv;
layout(location = 1) in flat vec4 apart;
layout(location = 0) out vec4 color;

float photons_at(vec2 at) {
  float half_texel = 0.5 / params.p.map.x, layer = float(params.p.photons.y), layers = float(params.p.photons.z);
  return textureLod(photons, vec2(at.x, (clamp(at.y, half_texel, 1.0 - half_texel) + layer) / layers), 0.0).r;
}

void main() {
  float depth = textureLod(receivers, uv, 0.0).r;
  if (depth >= 1.0) discard;
  FieldParams field = params.p.field;
  vec3 receiver = (params.p.world_from_sun * vec4(uv_to_clip(uv), depth, 1.0)).xyz;
  vec3 bent = -camera.c.bent_direction.xyz;
  vec2 over = (receiver.xz - field.origin.xz) / field.size.xy + 0.5;
  float surface_over = level ? 0.0 : field_sample(surface, field, over).x;
  float path = (field.origin.y + surface_over - receiver.y) / -bent.y;
  vec2 through = (receiver - bent * path - field.origin.xyz).xz / field.size.xy + 0.5;
  vec4 column = field_sample(surface, field, through);
  if (level) path += column.x / -bent.y;
  if (path < 0.0 || any(lessThan(through, vec2(0.0))) || any(greaterThan(through, vec2(1.0)))) discard;
  float wet = smoothstep(0.35, 0.65, column.w);
  vec3 light;
  light.g = texelFetch(photons, ivec2(gl_FragCoord.xy) + ivec2(0, int(params.p.photons.y * uint(params.p.map.x))), 0).r;
  light.r = photons_at(uv - path * apart.xy);
  light.b = photons_at(uv - path * apart.zw);
  color = vec4(mix(vec3(1.0), light, wet * params.p.optics.x), 1.0);
}

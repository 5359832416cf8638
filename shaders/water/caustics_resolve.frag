// The map that lighting reads: photons where the sun's ray to a receiver passes this water, blurred a little (the sun is
// no point) and looked up per colour, since red bends less than blue.
#include "passes/deferred/camera.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;
layout(binding = 2) uniform sampler2D surface;
layout(binding = 3) uniform sampler2D receivers;
layout(binding = 4) uniform sampler2D photons;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

float photons_around(vec2 at) {
  float r = 0.75 / params.p.map.x;
  return 0.25 * (textureLod(photons, at + vec2(r, 0.33 * r), 0.0).r + textureLod(photons, at + vec2(-0.33 * r, r), 0.0).r +
                 textureLod(photons, at + vec2(-r, -0.33 * r), 0.0).r + textureLod(photons, at + vec2(0.33 * r, -r), 0.0).r);
}

void main() {
  float depth = textureLod(receivers, uv, 0.0).r;
  if (depth >= 1.0) discard;
  FieldParams field = params.p.field;
  vec3 receiver = (params.p.world_from_sun * vec4(uv_to_clip(uv), depth, 1.0)).xyz;
  vec3 sun = camera.c.sun_direction.xyz, bent = -camera.c.bent_direction.xyz;
  float index = camera.c.bent_direction.w;
  vec2 over = (receiver.xz - field.origin.xz) / field.size.xy + 0.5;
  float path = (field.origin.y + field_sample(surface, field, over).x - receiver.y) / -bent.y;
  vec2 through = (receiver - bent * path - field.origin.xyz).xz / field.size.xy + 0.5;
  if (path < 0.0 || any(lessThan(through, vec2(0.0))) || any(greaterThan(through, vec2(1.0)))) discard;
  float wet = smoothstep(0.35, 0.65, field_sample(surface, field, through).w);
  vec3 light;
  for (int i = 0; i < 3; ++i) {
    float other_index = 1.0 + (index - 1.0) * (1.0 + params.p.optics.y * float(i - 1));
    vec3 other = snell_refract(-sun, vec3(0.0, 1.0, 0.0), 1.0 / other_index);
    vec3 moved = receiver - path * (other * (bent.y / other.y) - bent);
    light[i] = photons_around(clip_to_uv((camera.c.bent_matrix * vec4(moved, 1.0)).xy));
  }
  color = vec4(mix(vec3(1.0), light, wet * params.p.optics.x), 1.0);
}

// A grid of photons: each leaves the water refracted and lands on the first receiver that the map of bent sunlight
// shows, close to where flat water sends it. [Shah et al. 2007] with secant steps, which are exact on planes.
#include "passes/deferred/camera.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;
layout(binding = 2) uniform sampler2D surface;
layout(binding = 3) uniform sampler2D receivers;

layout(constant_id = 0) const bool ripples = true;

layout(location = 0) out vec2 origin;     // where flat water would send the photon, in pixels of the map

float gap_to_receiver(vec3 world) {
  vec3 clip = (camera.c.bent_matrix * vec4(world, 1.0)).xyz;
  return textureLod(receivers, clip_to_uv(clip.xy), 0.0).r - clip.z;
}

void main() {
  FieldParams field = params.p.field;
  uvec2 quads = field.cells.zw;
  uint along = uint(gl_VertexIndex) >> 1u, other = uint(gl_VertexIndex) & 1u;
  vec2 uv = vec2(float(along), float(uint(gl_InstanceIndex) + other)) / vec2(quads);
  vec4 s = field_smooth(surface, field, uv);
  vec3 start = field_position(field, uv, s.x);
  vec3 sun = camera.c.sun_direction.xyz, bent = -camera.c.bent_direction.xyz;
  vec2 spacing = field.size.xy / vec2(quads);
  vec2 slope = s.yz;
  if (ripples) {
    float tilt = sqrt(1.0 + dot(slope, slope));
    slope += ripple_slope(start.xz, camera.c.eye.w, max(spacing.x, spacing.y) * tilt, params.p.optics.w).xy;
  }
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  vec3 ray = snell_refract(-sun, normal, 1.0 / camera.c.bent_direction.w);
  float before = 0.0, gap = gap_to_receiver(start);
  // Depth of the receiver straight along the beam, which is where the photon lands if the beam meets level ground there.
  float t = clamp(gap * params.p.map.y * bent.y / min(ray.y, -0.1), 0.0, params.p.map.z);
  float gap_before = gap;
  for (int i = 0; i < 3; ++i) {
    gap = gap_to_receiver(start + ray * t);
    float change = gap - gap_before;
    if (abs(change) < 1e-7) break;
    float next = clamp(t - gap * (t - before) / change, 0.0, params.p.map.z);
    before = t;
    gap_before = gap;
    t = next;
  }
  vec3 landed = (camera.c.bent_matrix * vec4(start + ray * t, 1.0)).xyz;
  origin = clip_to_uv((camera.c.bent_matrix * vec4(start, 1.0)).xy) * params.p.map.x;
  gl_Position = vec4(landed.xy, 0.5, 1.0);
}

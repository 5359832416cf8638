// A grid of photons: each leaves the water refracted and lands on the first receiver that the shadow map shows.
// [Shah et al. 2007] with secant steps, which are exact on planes.
#include "passes/camera.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;
layout(binding = 2) uniform sampler2D surface;
layout(binding = 3) uniform sampler2D shadow;

layout(constant_id = 0) const bool ripples = true;

layout(location = 0) out vec2 origin;     // where the photon met the water, in pixels of the map
layout(location = 1) out float weight;

float gap_to_receiver(vec3 world) {
  vec3 clip = (camera.c.sun_matrix * vec4(world, 1.0)).xyz;
  return textureLod(shadow, clip_to_uv(clip.xy), 0.0).r - clip.z;
}

void main() {
  FieldParams field = params.p.field;
  uvec2 quads = field.cells.zw;
  uint along = uint(gl_VertexIndex) >> 1u, other = uint(gl_VertexIndex) & 1u;
  vec2 uv = vec2(float(along), float(uint(gl_InstanceIndex) + other)) / vec2(quads);
  vec4 s = field_smooth(surface, field, uv);
  vec3 start = field_position(field, uv, s.x);
  vec3 sun = camera.c.sun_direction.xyz;
  vec2 spacing = field.size.xy / vec2(quads);
  vec2 slope = s.yz;
  if (ripples) {
    float tilt = sqrt(1.0 + dot(slope, slope));
    slope += ripple_slope(start.xz, camera.c.eye.w, max(spacing.x, spacing.y) * tilt, params.p.optics.w).xy;
  }
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  vec3 bent = snell_refract(-sun, normal, 1.0 / params.p.optics.x);
  float before = 0.0, gap = gap_to_receiver(start);
  weight = gap > -params.p.map.y ? 1.0 : 0.0;
  // Depth of the receiver straight behind, as if it were level.
  float t = max(gap, 0.0) * params.p.map.z * sun.y / max(-bent.y, 0.1);
  float gap_before = gap;
  for (int i = 0; i < 3; ++i) {
    gap = gap_to_receiver(start + bent * t);
    float change = gap - gap_before;
    if (abs(change) < 1e-7) break;
    float next = clamp(t - gap * (t - before) / change, 0.0, params.p.map.w);
    before = t;
    gap_before = gap;
    t = next;
  }
  vec3 landed = (camera.c.sun_matrix * vec4(start + bent * t, 1.0)).xyz;
  origin = clip_to_uv((camera.c.sun_matrix * vec4(start, 1.0)).xy) * params.p.map.x;
  gl_Position = vec4(landed.xy, 0.5, 1.0);
}

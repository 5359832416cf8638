// The part of the map of refracted sunlight that light through one water can reach.
#include "passes/deferred/camera.h"
#include "lib/optics.glsl"
#include "passes/water/water_params.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { CausticsParams p; } params;

layout(location = 0) out vec2 uv;
layout(location = 1) out flat vec4 apart;  // in the map, per meter of the way in water: red's from green's, blue's

// Offset of light with so many times the dispersion more than green.
vec2 moved_by(float times) {
  vec3 sun = camera.c.sun_direction.xyz, bent = -camera.c.bent_direction.xyz;
  float index = 1.0 + (camera.c.bent_direction.w - 1.0) * (1.0 + params.p.optics.y * times);
  vec3 ray = snell_refract(-sun, vec3(0.0, 1.0, 0.0), 1.0 / index);
  return vec2(0.5, -0.5) * (mat3(camera.c.bent_matrix) * (ray * (bent.y / ray.y) - bent)).xy;
}

void main() {
  apart = vec4(moved_by(-1.0), moved_by(1.0));
  vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
  vec2 clip = mix(params.p.footprint.xy, params.p.footprint.zw, corner);
  uv = clip_to_uv(clip);
  gl_Position = vec4(clip, 0.0, 1.0);
}

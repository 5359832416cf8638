#include "lib/noise.glsl"
#include "passes/deferred/ambient.h"
#include "passes/deferred/camera.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D depth;
layout(binding = 2) uniform sampler2D normal;
layout(binding = 3, rg32f) uniform writeonly image2D visibility;
layout(push_constant, scalar) uniform Params { AmbientParams p; } params;

const float pi = 3.14159265358979;

vec3 view_position(vec2 pixel, float d) {
  float distance = view_distance(camera.c.sun_direction.w, d);
  vec2 clip = uv_to_clip(pixel * camera.c.viewport.zw);
  return vec3(clip.x * distance / camera.c.projection[0][0], clip.y * distance / camera.c.projection[1][1], -distance);
}

// Integral of the cosine-weighted visibility on one side of a slice, from the view direction to horizon h.
float arc(float h, float n) { return 0.25 * (-cos(2.0 * h - n) + cos(n) + 2.0 * h * sin(n)); }

float horizon(vec2 pixel, vec2 step_pixels, float jitter, vec3 p, vec3 n, vec3 v, float lowest) {
  float highest = lowest;
  float radius = params.p.radius;
  for (int i = 0; i < params.p.steps; ++i) {
    float t = (float(i) + jitter) / float(params.p.steps);
    vec2 offset = step_pixels * (t * t);
    if (dot(offset, offset) < 1.0) offset = normalize(step_pixels) * float(1 + i / 2);
    ivec2 at = ivec2(floor(pixel + offset));
    if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, params.p.full))) break;
    float d = texelFetch(depth, at, 0).r;
    if (d <= 0.0) continue;
    vec3 delta = view_position(vec2(at) + 0.5, d) - p;
    float length2 = dot(delta, delta);
    // Texels lie beside the slice, where a tilted surface itself may seem to rise: only what stands out of it counts.
    if (dot(delta, n) < 0.02 * sqrt(length2)) continue;
    float fade = clamp(2.0 - 2.0 * length2 / (radius * radius), 0.0, 1.0);
    highest = max(highest, mix(lowest, dot(delta, v) * inversesqrt(max(length2, 1e-12)), fade));
  }
  return highest;
}

void main() {
  ivec2 id = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(id, params.p.size))) return;
  ivec2 at = min(id * 2, params.p.full - 1);
  float d = texelFetch(depth, at, 0).r;
  if (d <= 0.0) {
    imageStore(visibility, id, vec4(1.0, 1e9, 0.0, 0.0));
    return;
  }
  vec2 pixel = vec2(at) + 0.5;
  vec3 p = view_position(pixel, d);
  float pixels = params.p.radius * 0.5 * abs(camera.c.projection[1][1]) * camera.c.viewport.y / -p.z;
  pixels = min(pixels, 0.5 * camera.c.viewport.y);
  if (pixels < 1.5) {
    imageStore(visibility, id, vec4(1.0, -p.z, 0.0, 0.0));
    return;
  }
  vec3 n = normalize(mat3(camera.c.view) * texelFetch(normal, at, 0).xyz);
  vec3 v = normalize(-p);
  p += v * (2e-4 * -p.z);
  float turn = fract(gradient_noise(vec2(id)) + camera.c.jitter.z);
  float jitter = fract(turn * 7.31 + 0.5 * float((id.x ^ id.y) & 1));
  // A few directions do not integrate to 1 exactly, so the open sky's sum is taken along with them.
  float sum = 0.0, open = 0.0;
  for (int slice = 0; slice < params.p.slices; ++slice) {
    float phi = pi * (float(slice) + turn) / float(params.p.slices);
    vec2 screen = vec2(cos(phi), sin(phi));
    vec3 along = vec3(screen.x, -screen.y, 0.0);
    vec3 across = normalize(cross(along, v));
    vec3 flat_normal = n - across * dot(n, across);
    float share = length(flat_normal);
    if (share < 1e-4) continue;
    vec3 upright = along - v * dot(along, v);
    float gamma = sign(dot(upright, flat_normal)) * acos(clamp(dot(flat_normal, v) / share, -1.0, 1.0));
    float right = horizon(pixel, screen * pixels, jitter, p, n, v, cos(gamma + 0.5 * pi));
    float left = horizon(pixel, -screen * pixels, jitter, p, n, v, cos(gamma - 0.5 * pi));
    float h1 = gamma + min(acos(clamp(right, -1.0, 1.0)) - gamma, 0.5 * pi);
    float h0 = gamma + max(-acos(clamp(left, -1.0, 1.0)) - gamma, -0.5 * pi);
    sum += share * (arc(h0, gamma) + arc(h1, gamma));
    open += share * (arc(gamma - 0.5 * pi, gamma) + arc(gamma + 0.5 * pi, gamma));
  }
  float visible = clamp(sum / max(open, 1e-4), 0.0, 1.0);
  imageStore(visibility, id, vec4(clamp(1.0 - params.p.strength * (1.0 - visible), 0.0, 1.0), -p.z, 0.0, 0.0));
}

// A spectral sea as rings of triangle strips around the eye. Quads morph to those of the next ring towards the
// border, so there are no cracks; the waves that displace a vertex depend on its distance only.
#pragma variants CARRIED? AROUND?
#include "passes/deferred/camera.h"
#include "water/sea.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;

layout(location = 0) out vec3 world;
layout(location = 1) out vec2 rest;  // place at rest, meters from the anchor

void main() {
  int ring = gl_InstanceIndex / sea_ring_rows, row = gl_InstanceIndex - ring * sea_ring_rows;
  float quads = params.p.anchor.w;
  vec4 r = params.p.rings[ring];
  vec2 index = vec2(gl_VertexIndex >> 1, row + (gl_VertexIndex & 1));
  vec2 from_middle = abs(index / quads - 0.5) * 2.0;
  float outwards = clamp(6.0 * max(from_middle.x, from_middle.y) - 5.0, 0.0, 1.0);
  index -= outwards * mod(index, 2.0);
  rest = r.xy + (index - 0.5 * quads) * r.z;

  vec2 from_eye = rest - params.p.eye.xy;
  float far = max(abs(from_eye.x), abs(from_eye.y)), width = max(4.0 * far / quads, params.p.rings[0].z);
  vec3 displaced = vec3(0.0);
  for (int c = 0; c < params.p.patches; ++c) {
    float level = level_for(c, width);
    vec2 uv = patch_uv(c, rest);
    if (level <= 0.0) displaced += spline_waves(waves, params.p.texels, uv, 3 * c).xyz;
    else if (level < float(levels)) displaced += blended(c, level, uv, 0).xyz;
  }
#ifdef AROUND
  vec4 within = water_within(rest);
  displaced = mix(displaced, vec3(0.0, within.x, 0.0), within.w);
#endif
  world = params.p.anchor.xyz + vec3(rest.x, 0.0, rest.y) + displaced;
#ifdef CARRIED
  world.y += carried_waves(world.xz - params.p.anchor.xz).x;
#endif
  world.y -= params.p.eye.z * dot(from_eye, from_eye);
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}

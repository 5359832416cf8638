// What is left of the sun's light behind water: absorbed along the way, a little mirrored away, gathered where the
// surface bulges and spread where it is hollow.
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"

layout(binding = 1) uniform sampler2D thickness;
layout(binding = 2) uniform sampler2D front;
layout(push_constant, scalar) uniform ParamsBlock { SunThroughParams p; } params;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 light;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float thick = texelFetch(thickness, pixel, 0).r;
  float depth = texelFetch(front, pixel, 0).r;
  if (thick < 1e-4 || depth >= 1.0) discard;
  // Curvature of the surface that the sun sees, over more than the facets of the mesh.
  float around = 0.0;
  for (int i = 0; i < 16; ++i) {
    float angle = 0.39269908 * float(i), radius = (i & 1) == 0 ? params.p.reach : 0.5 * params.p.reach;
    ivec2 at = pixel + ivec2(round(radius * vec2(cos(angle), sin(angle))));
    float near = texelFetch(front, clamp(at, ivec2(0), textureSize(front, 0) - 1), 0).r;
    float side = radius * params.p.texel;
    float rise = (near < 1.0 ? near - depth : 0.0) * params.p.metres_per_depth;
    around += clamp(rise, -side, side) / (side * side);
  }
  float bulge = around / 4.0;
  float bend = (1.0 - 1.0 / params.p.absorption.w) * min(thick, 1.0) * bulge * params.p.strength;
  float gathered = clamp(1.0 / max(1.0 - bend, 0.3), 0.6, 2.0);
  vec4 top = params.p.world_from_sun * vec4(uv_to_clip(uv), depth, 1.0);
  light = vec4(params.p.sunlit * gathered * exp(-params.p.absorption.rgb * thick), top.y / top.w + 0.02);
}

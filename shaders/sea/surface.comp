// The sea at world-space points: elevation and slopes.
#include "sea/places.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer waves;
layout(binding = 1, rgba32f) writeonly uniform image2D surface;

void main() {
  uvec2 cell = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(cell, params.p.cells))) return;
  vec4 displaced;
  vec2 rest = rest_place(waves, place_of(cell), displaced);
  vec2 slope = displaced_slope(all_patches(waves, rest, 1), displaced.w);
  imageStore(surface, ivec2(cell), vec4(displaced.y, slope, 1.0));
}

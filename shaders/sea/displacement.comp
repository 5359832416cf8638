// Displacement from rest of the water at world-space points.
#include "sea/places.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer waves;
layout(binding = 1, scalar) writeonly buffer Displacement { vec3 at[]; } displacement;

void main() {
  uvec2 cell = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(cell, params.p.cells))) return;
  vec4 displaced;
  rest_place(waves, place_of(cell), displaced);
  displacement.at[cell.y * params.p.cells.x + cell.x] = displaced.xyz;
}

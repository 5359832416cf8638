// Velocity of the water at the sea's surface, at world-space points. rates: time derivatives of the waves.
#include "sea/places.glsl"
layout(local_size_x = 64) in;
layout(constant_id = 0) const float current_x = 0.0;
layout(constant_id = 1) const float current_z = 0.0;
layout(binding = 0) uniform samplerBuffer waves;
layout(binding = 1) uniform samplerBuffer rates;
layout(binding = 2, scalar) writeonly buffer Velocity { vec3 at[]; } velocity;

void main() {
  uvec2 cell = gl_GlobalInvocationID.xy;
  if (any(greaterThanEqual(cell, params.p.cells))) return;
  vec4 displaced;
  vec2 rest = rest_place(waves, place_of(cell), displaced);
  velocity.at[cell.y * params.p.cells.x + cell.x] = all_patches(rates, rest, 0).xyz + vec3(current_x, 0.0, current_z);
}

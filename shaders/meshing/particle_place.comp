// Particles' indices in the order of bins; within a bin in the order of arrival.
#include "meshing/particle_bins.glsl"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer PlacesBlock { uvec2 v[]; } places;
layout(binding = 1, scalar) readonly buffer CountBlock { uint v; } count;
layout(binding = 2, scalar) readonly buffer StartsBlock { uint v[]; } starts;
layout(binding = 3, scalar) writeonly buffer ArrivedBlock { uint v[]; } arrived;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= min(count.v, params.p.capacity)) return;
  uvec2 place = places.v[i];
  if (place.x != no_block) arrived.v[starts.v[place.x] + place.y] = i;
}

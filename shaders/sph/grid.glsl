// Uniform grid of particles: cell of a position, and neighbor cells.
#include "lib/strips.glsl"
#include "passes/sph/sph_params.h"

// Width of the ring.
ivec3 sph_ring(SphGridParams g) { return ivec3(g.fine, 1, 1); }
ivec3 sph_cell(vec3 x, SphGridParams g) {
  ivec3 ring = sph_ring(g), last = g.cells - 2 * ring - 1;
  vec3 at = (x - g.low) * (g.inverse_cell * vec3(ring));
  return clamp(ivec3(clamp(at, vec3(0.0), vec3(last))), ivec3(0), last) + ring;
}
int sph_cell_index(ivec3 c, SphGridParams g) { return (c.z * g.cells.y + c.y) * g.cells.x + c.x; }

// A particle's word, by which neighbors are found.
uint sph_packed(vec3 x, SphGridParams g) { return packed_place((x - g.low) * g.inverse_cell); }

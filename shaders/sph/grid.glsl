// Cells of the particles' grid.
#include "passes/sph/sph_params.h"

ivec3 sph_cell(vec3 x, SphGridParams g) {
  return clamp(ivec3(clamp((x - g.low) * g.inverse_cell, vec3(0.0), vec3(g.cells - 3))), ivec3(0), g.cells - 3) + 1;
}
int sph_cell_index(ivec3 c, SphGridParams g) { return (c.z * g.cells.y + c.y) * g.cells.x + c.x; }

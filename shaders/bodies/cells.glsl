// Hashed grid of bodies: a body lies in the cell of its center, on the first level whose cells are as wide as its
// sphere [Teschner et al. 2003; Ericson 2004]. After the cells, the table has the number of bodies of each level.
float per_cell(int level) { return params.p.per_cell * uintBitsToFloat(uint(127 - level) << 23u); }  // a power of two

int level_of(float radius) {
  int level = 0;
  for (float per = 2.0 * radius * params.p.per_cell; per > 1.0 && level + 1 < contact_levels; per *= 0.5) ++level;
  return level;
}

ivec3 cell_of(vec3 place, int level) { return ivec3(floor(place * per_cell(level))); }

uint cell_number(ivec3 cell, int level) {
  uvec3 c = uvec3(cell) * uvec3(73856093u, 19349663u, 83492791u);
  uint h = c.x ^ c.y ^ c.z ^ (uint(level) * 2654435769u);
  h = (h ^ h >> 15u) * 739982445u;
  return (h ^ h >> 12u) & (params.p.table - 1u);
}

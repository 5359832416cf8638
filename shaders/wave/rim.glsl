// Absorbing sides: their outermost cells are outside the water. Needs wave/grid.glsl.
bool in_rim(ivec2 c) {
  return (edge_west == wave_edge_absorb && c.x == 0) || (edge_east == wave_edge_absorb && c.x == nx - 1) ||
         (edge_north == wave_edge_absorb && c.y == 0) || (edge_south == wave_edge_absorb && c.y == nz - 1);
}

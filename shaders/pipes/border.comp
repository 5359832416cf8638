// Sums the outflow over open borders in a sub-step. A thread owns a column at a border; a column at a corner of two
// open sides counts at the first.
#include "pipes/grid.glsl"
#include "columns/border.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "pipes/spill.glsl"

void main() {
  BorderColumn b = border_column();
  if (b.side < 0) return;
  int edge = b.side == 0 ? edge_west : b.side == 1 ? edge_east : b.side == 2 ? edge_north : edge_south;
  if (edge != column_edge_open) return;
  bool west = edge_west == column_edge_open && b.c.x == 0, east = edge_east == column_edge_open && b.c.x == nx - 1;
  bool north = edge_north == column_edge_open && b.c.y == 0;
  if ((b.side == 1 && west) || (b.side == 2 && (west || east)) || (b.side == 3 && (west || east || north))) return;
  pass(b, vec2(spilt(b.c, plane_at(held, b.c), texelFetch(schedule, 0).x), 0.0));
}

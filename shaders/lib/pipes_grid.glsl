// Columns of the pipe kernels: sizes, edges and the pipes of a column. A column owns the pipes to +x, +z, (+x +z) and
// (-x +z), in the lanes x, y, z, w of its texel; flow out of the owner is positive.
#include "passes/pipes.h"
layout(constant_id = 0) const int nx = 4;
layout(constant_id = 1) const int nz = 4;
layout(constant_id = 2) const int edge_west = 0;   // -x
layout(constant_id = 3) const int edge_east = 0;   // +x
layout(constant_id = 4) const int edge_north = 0;  // -z
layout(constant_id = 5) const int edge_south = 0;  // +z
layout(local_size_x = 64, local_size_y = 4) in;

bool inside(ivec2 c) { return all(greaterThanEqual(c, ivec2(0))) && all(lessThan(c, ivec2(nx, nz))); }
int index_of(ivec2 c) { return c.y * nx + c.x; }

// What flows out of a column, through its pipes to +x, -x, +z, -z; of the plane of flows that begins at `first`.
vec4 flow_straight(samplerBuffer flux, int first, ivec2 c) {
  int i = first + index_of(c);
  vec2 own = texelFetch(flux, i).xy;
  return vec4(own.x, c.x > 0 ? -texelFetch(flux, i - 1).x : 0.0, own.y, c.y > 0 ? -texelFetch(flux, i - nx).y : 0.0);
}
// The same to (+x +z), (-x -z), (-x +z), (+x -z).
vec4 flow_diagonal(samplerBuffer flux, int first, ivec2 c) {
  int i = first + index_of(c);
  vec2 own = texelFetch(flux, i).zw;
  return vec4(own.x, c.x > 0 && c.y > 0 ? -texelFetch(flux, i - nx - 1).z : 0.0, own.y,
              c.x + 1 < nx && c.y > 0 ? -texelFetch(flux, i - nx + 1).w : 0.0);
}
vec4 flow_straight(samplerBuffer flux, ivec2 c) { return flow_straight(flux, 0, c); }
vec4 flow_diagonal(samplerBuffer flux, ivec2 c) { return flow_diagonal(flux, 0, c); }

// Discharge through a column per metre of width, from what flows out of it.
vec2 discharge_of(vec4 straight, vec4 diagonal, vec2 cell) {
  vec2 across = vec2(diagonal.x - diagonal.y - diagonal.z + diagonal.w, diagonal.x - diagonal.y + diagonal.z - diagonal.w);
  return 0.5 * cell * (vec2(straight.x - straight.y, straight.z - straight.w) + across) / (cell.x * cell.y);
}

// Discharge over the open sides of a column, m^3/s.
float flow_over_edges(ivec2 c, float depth, PipesParams p) {
  float sides = 0.0;
  if (edge_west == pipes_edge_open && c.x == 0) sides += p.cell.y;
  if (edge_east == pipes_edge_open && c.x == nx - 1) sides += p.cell.y;
  if (edge_north == pipes_edge_open && c.y == 0) sides += p.cell.x;
  if (edge_south == pipes_edge_open && c.y == nz - 1) sides += p.cell.x;
  return sides > 0.0 && depth > pipes_film ? sides * pipes_discharge(p.weir, p.gravity, depth) : 0.0;
}

// Columns of the pipe kernels: sizes, edges, and the pipes of a column. A column owns the pipes to +x, +z, (+x +z) and
// (-x +z), in the lanes x, y, z, w of its texel of flux; flow out of the owner is positive. Rows are padded to whole
// vec4s; the columns of the padding are walls that stay dry.
#include "columns/grid.glsl"
#include "passes/pipes/pipes_params.h"

// A texel of water: depth and its rounding rest in meters, the share of what its pipes ask for that the column gave, and
// the discharge through it per meter of width along x and z, m^2/s, as two halves.
float share_of(uvec4 water) { return uintBitsToFloat(water.z); }
vec2 discharge_of(uvec4 water) { return unpackHalf2x16(water.w); }
uvec4 water_texel(float depth, float rest, float share, uint discharge) {
  return uvec4(floatBitsToUint(depth), floatBitsToUint(rest), floatBitsToUint(share), discharge);
}

// Twice the flow through a column, from its own pipes and those of its neighbors to -x, -z, (-x -z) and (+x -z).
vec2 twice_through(vec4 own, vec4 west, vec4 north, vec4 north_west, vec4 north_east) {
  return vec2(own.x + west.x, own.y + north.y) + (own.z + north_west.z) + vec2(-1, 1) * (own.w + north_east.w);
}
// At a side where water passes, the flow through the border continues that of the inner pipes: both count.
bool passable(int edge) { return edge == column_edge_open || edge == column_edge_level; }
vec2 through_borders(ivec2 c) {
  return vec2((c.x == 0 && passable(edge_west)) || (c.x == nx - 1 && passable(edge_east)) ? 2.0 : 1.0,
              (c.y == 0 && passable(edge_north)) || (c.y == nz - 1 && passable(edge_south)) ? 2.0 : 1.0);
}
// Discharge through it per meter of width, of a column inside of the grid.
vec2 discharge_of(vec4 own, vec4 west, vec4 north, vec4 north_west, vec4 north_east, vec2 cell) {
  return twice_through(own, west, north, north_west, north_east) * (0.5 / cell.yx);
}
// The same from a plane of flows that begins at `first`.
vec2 discharge_at(samplerBuffer flux, int first, ivec2 c, vec2 cell) {
  int i = first + index_of(c);
  bool west = c.x > 0, east = c.x + 1 < nx, north = c.y > 0;
  vec4 none = vec4(0);
  return discharge_of(texelFetch(flux, i), west ? texelFetch(flux, i - 1) : none, north ? texelFetch(flux, i - pitch) : none,
                      north && west ? texelFetch(flux, i - pitch - 1) : none,
                      north && east ? texelFetch(flux, i - pitch + 1) : none, cell) *
         through_borders(c);
}

// Conductances of the pipes along x, z and the diagonals. Beyond the border lies its mirror image, whose diagonals run
// beside the straight pipes along the border.
vec3 pipes_weights(ivec2 c, vec3 w) {
  return vec3(w.x + w.z * (float(c.y == 0) + float(c.y == nz - 1)), w.y + w.z * (float(c.x == 0) + float(c.x == nx - 1)), w.z);
}

// Discharge over the open sides of a column, m^3/s.
float flow_over_edges(ivec2 c, float depth, PipesParams p) {
  float sides = 0.0;
  if (edge_west == column_edge_open && c.x == 0) sides += p.cell.y;
  if (edge_east == column_edge_open && c.x == nx - 1) sides += p.cell.y;
  if (edge_north == column_edge_open && c.y == 0) sides += p.cell.x;
  if (edge_south == column_edge_open && c.y == nz - 1) sides += p.cell.x;
  precise float flow = sides * pipes_discharge(p.weir, p.gravity, depth);  // the same number for all who ask
  return sides > 0.0 && depth > pipes_film ? flow : 0.0;
}

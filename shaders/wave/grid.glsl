// Grid of the wave kernels: sizes, edges and neighbors. A thread owns four cells along x as one vec4.
#include "lib/grid.glsl"
#include "passes/wave/wave_params.h"

const int last = fours - 1;
const int tail = nx - 4 * last;  // cells in the last vec4, 1..4

// Mirror at the half cell: what lies beyond the border is the border cell itself; fixed: its negative.
vec4 west_of(samplerBuffer field, int row, int x4, vec4 here) {
  float side;
  if (edge_west == wave_edge_periodic) {
    vec4 v = texelFetch(field, row + (x4 > 0 ? x4 - 1 : last));
    side = x4 > 0 ? v.w : v[tail - 1];
  } else {
    side = texelFetch(field, row + max(x4 - 1, 0)).w;
    if (x4 == 0) side = edge_west == wave_edge_fixed ? -here.x : here.x;
  }
  return vec4(side, here.xyz);
}

// `east` with the neighbor of the last cell of a row set by the edge.
vec4 bend_east(samplerBuffer field, int row, vec4 east, vec4 here) {
  if (edge_east == wave_edge_periodic) {
    east[tail - 1] = texelFetch(field, row).x;
  } else {
    east[tail - 1] = edge_east == wave_edge_fixed ? -here[tail - 1] : here[tail - 1];
  }
  return east;
}

vec4 east_of(samplerBuffer field, int row, int x4, vec4 here) {
  vec4 east = vec4(here.yzw, texelFetch(field, row + min(x4 + 1, last)).x);
  return x4 == last ? bend_east(field, row, east, here) : east;
}

vec4 north_of(samplerBuffer field, int z, int x4, vec4 here) {
  if (edge_north == wave_edge_periodic) return texelFetch(field, (z > 0 ? z - 1 : nz - 1) * fours + x4);
  vec4 north = texelFetch(field, max(z - 1, 0) * fours + x4);
  return edge_north == wave_edge_fixed && z == 0 ? -here : north;
}

vec4 south_of(samplerBuffer field, int z, int x4, vec4 here) {
  if (edge_south == wave_edge_periodic) return texelFetch(field, (z < nz - 1 ? z + 1 : 0) * fours + x4);
  vec4 south = texelFetch(field, min(z + 1, nz - 1) * fours + x4);
  return edge_south == wave_edge_fixed && z == nz - 1 ? -here : south;
}

// Lanes beyond nx stay zero.
vec4 trim(vec4 v, int x4) {
  if (tail < 4 && x4 == last) return mix(v, vec4(0), greaterThanEqual(ivec4(0, 1, 2, 3), ivec4(tail)));
  return v;
}

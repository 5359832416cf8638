// Grid of the fluid kernels: sizes, edges, interpolation corners of a position. A position is an integer index plus
// an offset in cells, which preserves precision on large grids.
#include "lib/grid.glsl"
#include "lib/wrap.glsl"
#include "passes/fluid/fluid_params.h"
layout(constant_id = 6) const bool solids = false;
layout(constant_id = 16) const bool sides_move = true;  // or fluid flows in: a side has a velocity
layout(constant_id = 17) const float per_cell_x = 0.0;  // 1/m; 0: the parameters say it
layout(constant_id = 18) const float per_cell_z = 0.0;
#include "lib/shape.glsl"

const bool periodic_x = edge_west == fluid_edge_periodic;
const bool periodic_z = edge_north == fluid_edge_periodic;

bool clings(int edge) { return edge == fluid_edge_wall || edge == fluid_edge_inflow; }
bool closed(int edge) { return edge == fluid_edge_wall || edge == fluid_edge_slip || edge == fluid_edge_inflow; }

int face_x(ivec2 f) { return f.y * (nx + 1) + f.x; }
int face_z(ivec2 f) { return f.y * nx + f.x; }
int index_of(ivec2 c) { return c.y * nx + c.x; }
ivec2 cell_at(ivec2 c) {
  return ivec2(periodic_x ? wrapped(c.x, nx) : clamp(c.x, 0, nx - 1), periodic_z ? wrapped(c.y, nz) : clamp(c.y, 0, nz - 1));
}

// Accessors of sides and cells in the parameters. A load of theirs costs the software driver as much as one of the grid.
vec4 north_south(FluidParams p) { return sides_move ? p.north_south : vec4(0); }
vec4 west_east(FluidParams p) { return sides_move ? p.west_east : vec4(0); }
vec2 per_cell(FluidParams p) { return per_cell_x > 0.0 ? vec2(per_cell_x, per_cell_z) : p.inverse_cell; }

// Values at f, f + (1, 0), f + (0, 1), f + (1, 1). Beyond a side that the fluid clings to lies what makes its own
// velocity the mean; beyond the others a copy.
vec4 corners_u(samplerBuffer u, ivec2 f, FluidParams p) {
  ivec2 x = periodic_x ? ivec2(wrapped(f.x, nx), wrapped(f.x + 1, nx)) : clamp(ivec2(f.x, f.x + 1), 0, nx);
  ivec2 z = (periodic_z ? ivec2(wrapped(f.y, nz), wrapped(f.y + 1, nz)) : clamp(ivec2(f.y, f.y + 1), 0, nz - 1)) * (nx + 1);
  vec4 v = vec4(texelFetch(u, z.x + x.x).x, texelFetch(u, z.x + x.y).x, texelFetch(u, z.y + x.x).x,
                texelFetch(u, z.y + x.y).x);
  if (clings(edge_north)) v.xy = f.y < 0 ? 2.0 * north_south(p).x - v.xy : v.xy;
  if (clings(edge_south)) v.zw = f.y + 1 >= nz ? 2.0 * north_south(p).z - v.zw : v.zw;
  return v;
}
vec4 corners_w(samplerBuffer w, ivec2 f, FluidParams p) {
  ivec2 x = periodic_x ? ivec2(wrapped(f.x, nx), wrapped(f.x + 1, nx)) : clamp(ivec2(f.x, f.x + 1), 0, nx - 1);
  ivec2 z = (periodic_z ? ivec2(wrapped(f.y, nz), wrapped(f.y + 1, nz)) : clamp(ivec2(f.y, f.y + 1), 0, nz)) * nx;
  vec4 v = vec4(texelFetch(w, z.x + x.x).x, texelFetch(w, z.x + x.y).x, texelFetch(w, z.y + x.x).x,
                texelFetch(w, z.y + x.y).x);
  if (clings(edge_west)) v.xz = f.x < 0 ? 2.0 * west_east(p).y - v.xz : v.xz;
  if (clings(edge_east)) v.yw = f.x + 1 >= nx ? 2.0 * west_east(p).w - v.yw : v.yw;
  return v;
}

float bilinear(vec4 v, vec2 f) { return mix(mix(v.x, v.y, f.x), mix(v.z, v.w, f.x), f.y); }

// Velocity in cells per second at a place given for both grids of faces.
vec2 velocity_at(samplerBuffer u, samplerBuffer w, ivec2 at_u, vec2 in_u, ivec2 at_w, vec2 in_w, FluidParams p) {
  ivec2 fu = at_u + ivec2(floor(in_u)), fw = at_w + ivec2(floor(in_w));
  return vec2(bilinear(corners_u(u, fu, p), fract(in_u)), bilinear(corners_w(w, fw, p), fract(in_w))) * per_cell(p);
}

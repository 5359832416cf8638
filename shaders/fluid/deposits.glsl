// Deposits of particles in a flow, for each touched cell (LedgerList).
#include "lib/grid.glsl"
#include "lib/ledger.glsl"
#include "lib/deposits.glsl"
#include "lib/wrap.glsl"
#include "passes/fluid/fluid_params.h"
layout(local_size_x = 64) in;
layout(constant_id = 6) const bool solids = false;
layout(binding = 2) uniform samplerBuffer solid;
layout(binding = 3) uniform samplerBuffer open_x;
layout(binding = 4) uniform samplerBuffer open_z;
layout(binding = 11, scalar) readonly buffer Touched { LedgerList s; uint list[]; } touched;
layout(push_constant, scalar) uniform ParamsBlock { FluidReceiveParams p; } params;

int face_x(ivec2 f) { return f.y * (nx + 1) + f.x; }
int face_z(ivec2 f) { return f.y * nx + f.x; }
int index_of(ivec2 c) { return c.y * nx + c.x; }
const bool periodic_x = edge_west == fluid_edge_periodic;
const bool periodic_z = edge_north == fluid_edge_periodic;
ivec2 round_border(ivec2 c) { return ivec2(periodic_x ? wrapped(c.x, nx) : c.x, periodic_z ? wrapped(c.y, nz) : c.y); }
bool holds(ivec2 c) {
  return all(greaterThanEqual(c, ivec2(0))) && all(lessThan(c, ivec2(nx, nz))) &&
         !(solids && texelFetch(solid, index_of(c)).z <= 0.0);
}
// True if fluid passes between a cell and the one before it.
bool passes(ivec2 c, int axis) {
  ivec2 before = round_border(c - (axis == 0 ? ivec2(1, 0) : ivec2(0, 1)));
  c = round_border(c);
  if (!holds(c) || !holds(before)) return false;
  return (axis == 0 ? texelFetch(open_x, face_x(c)).x : texelFetch(open_z, face_z(c)).x) > 0.0;
}

// Momentum along x and z, and impulse, over a cell's area. A box across a periodic border continues at the other side.
vec3 push_of(ivec2 at) {
  ivec2 c = params.p.first + at, n = params.p.count;
  LedgerDeposit gain = deposit_at(ivec2(n.x == nx ? round_border(c).x : at.x, n.y == nz ? round_border(c).y : at.y), n);
  return params.p.momentum * vec3(float64(gain.along_x), float64(gain.along_z), float64(gain.down));
}

void each(ivec2 at);
void main() {
  uint k = gl_GlobalInvocationID.x;
  if (k >= min(touched.s.count, uint(touched.list.length()))) return;
  ivec2 at = ringed_at(touched.list[k], params.p.count);
  if (all(lessThanEqual(at, params.p.count))) each(at);
}

// Flux through the borders in a sub-step, before the step: the rise of the inner cell by each border face, with the
// arithmetic of step.comp. Thread x runs along a side, y the side: west, east, north, south.
#pragma variants VARIED?
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#include "lib/ledger.glsl"
#include "wave/totals.glsl"
#ifdef VARIED
#include "wave/faces.glsl"
#include "wave/drag.glsl"
#endif
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) restrict buffer Rises { float v[]; } rises;  // of each face, in the sub-step before
layout(binding = 2, scalar) coherent buffer Totals { WaveTotals t; } totals;
layout(constant_id = 6) const bool has_moved = false;
layout(binding = 3, scalar) coherent buffer Moved { WaveMoved m; } moved;  // in this clock step
layout(push_constant, scalar) uniform ParamsBlock { WaveBorderParams p; } params;

float at(ivec2 c) { return texelFetch(u_now, c.y * fours + c.x / 4)[c.x & 3]; }

void main() {
  int side = int(gl_GlobalInvocationID.y), place = int(gl_GlobalInvocationID.x);
  bool across_x = side < 2, high = (side & 1) == 1;
  int kind = side == 0 ? edge_west : side == 1 ? edge_east : side == 2 ? edge_north : edge_south;
  if (place >= (across_x ? nz : nx) || (kind != wave_edge_absorb && kind != wave_edge_fixed)) return;
  ivec2 inward = across_x ? ivec2(high ? -1 : 1, 0) : ivec2(0, high ? -1 : 1);
  ivec2 cell = across_x ? ivec2(high ? nx - 1 : 0, place) : ivec2(place, high ? nz - 1 : 0), beyond = cell;
  if (kind == wave_edge_absorb) cell += inward;
  if (in_rim(cell) || any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, ivec2(nx, nz)))) return;
  float here = at(cell), slope = (kind == wave_edge_absorb ? at(beyond) : -here) - here;
  float kept = params.p.step.inertia, force = across_x ? params.p.step.force_x : params.p.step.force_z;
#ifdef VARIED
  float drag_here = drag_at(cell);
  if (drag_here < 0.0) return;
  float g = params.p.step.half_dt * drag_here;
  // The face on the low side of a cell is the one to the east or south of the cell before it.
  ivec2 f = high ? cell + (across_x ? ivec2(1, 0) : ivec2(0, 1)) : cell;
  float square = across_x ? (f.x == 0 ? texelFetch(face_x, f.y * (fours + 1)).w
                                      : texelFetch(face_x, f.y * (fours + 1) + (f.x - 1) / 4 + 1)[(f.x - 1) & 3])
                          : texelFetch(face_z, f.y * fours + f.x / 4)[f.x & 3];
  kept *= (1.0 - g) / (1.0 + g);
  force *= square / (1.0 + g);
#endif
  int i = side * params.p.longest + place;
  float rise = kept * rises.v[i] + force * slope;
  rises.v[i] = rise;
  if (rise == 0.0) return;
  uvec2 counted = count64(rise);
  if (has_moved) ACCUMULATE64(moved.m.sum, counted)
  if (rise > 0.0) {
    ACCUMULATE64(totals.t.edges_in, counted)
  } else {
    ACCUMULATE64(totals.t.edges_out, negated64(counted))
  }
}

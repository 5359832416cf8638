// Right side of the pressure equation, -div(open v) / dt; open: unobstructed share of a face; v: the velocity before the
// pressure gradient of the last step is applied. Moving obstacles add the flux through their surface in a cell. Where
// floating bodies fill a share s of the depth, d(1 - s)/dt + div((1 - s) v) = 0. [Batty, Bertails and Bridson 2007]
#include "fluid/grid.glsl"
layout(constant_id = 7) const bool report = false;  // the divergence itself, of the velocity as it is
layout(constant_id = 8) const bool has_columns = false;
layout(constant_id = 9) const bool has_columns_before = false;
layout(constant_id = 11) const bool has_balance = false;
layout(constant_id = 10) const bool unforced = false;  // force.comp is still to come
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/fixed.glsl"
layout(binding = 5) uniform samplerBuffer pressure;
layout(binding = 6) writeonly restrict buffer Result { float v[]; } result;
layout(binding = 7) readonly buffer Columns { int v[]; } columns;  // that floating bodies fill, in quanta
layout(binding = 8) readonly buffer ColumnsBefore { int v[]; } columns_before;
layout(binding = 9) readonly buffer Balance { int v[]; } balance;
layout(push_constant, scalar) uniform ParamsBlock { FluidDivergeParams p; } params;

bool shut(int edge) { return edge == fluid_edge_wall || edge == fluid_edge_slip; }
float share_x(ivec2 f) {
  if ((f.x == 0 && edge_west == fluid_edge_inflow) || (f.x == nx && edge_east == fluid_edge_inflow)) return 1.0;
  if (!solids) return (f.x == 0 && shut(edge_west)) || (f.x == nx && shut(edge_east)) ? 0.0 : 1.0;
  return texelFetch(open_x, face_x(f)).x;
}
float share_z(ivec2 f) {
  if ((f.y == 0 && edge_north == fluid_edge_inflow) || (f.y == nz && edge_south == fluid_edge_inflow)) return 1.0;
  if (!solids) return (f.y == 0 && shut(edge_north)) || (f.y == nz && shut(edge_south)) ? 0.0 : 1.0;
  return texelFetch(open_z, face_z(f)).x;
}
float through(float v, vec2 given, float slope) {
  float carried = params.p.grid.carried;
  if (unforced) v = forced(v, given, slope, carried);
  return given.x > 0.0 ? v : v + carried * slope;
}
float through_x(ivec2 f) {
  float v = texelFetch(u, face_x(f)).x;
  return report ? v : through(v, given_x(f, params.p.grid), slope_x(pressure, f, params.p.grid));
}
float through_z(ivec2 f) {
  float v = texelFetch(w, face_z(f)).x;
  return report ? v : through(v, given_z(f, params.p.grid), slope_z(pressure, f, params.p.grid));
}

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  ivec2 e = c + ivec2(1, 0), s = c + ivec2(0, 1);
  vec4 share = vec4(share_x(c), share_x(e), share_z(c), share_z(s));
  vec4 v = vec4(through_x(c), through_x(e), through_z(c), through_z(s));
  if (solids) v -= texelFetch(solid, index_of(c)).xxyy;
  float sum = (share.y * v.y - share.x * v.x) * per_cell(params.p.grid).x +
              (share.w * v.w - share.z * v.z) * per_cell(params.p.grid).y;
  // The fluid leaves the room that a floating body comes to fill. The growth of all of them lifts the lid evenly: it
  // would have to leave over the edges at once, and move all water between.
  int i = index_of(c);
  if (has_columns && has_columns_before) {
    float filled = float(columns.v[i] - columns_before.v[i]) - 256.0 * float(balance.v[0]) / float(nx * nz);
    sum -= params.p.per_quantum * filled / params.p.grid.dt;
  }
  result.v[index_of(c)] = report ? sum : -sum / params.p.grid.dt;
}

#include "fluid/each_owned.glsl"

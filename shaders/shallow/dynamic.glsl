// Column states for the dynamic pressure, and vertical velocity.
#include "shallow/water.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(push_constant, scalar) uniform ParamsBlock { ShallowPressureParams p; } params;

struct Column {
  float h, bed;
  vec2 u;  // m/s
};
vec2 discharge_at(int i, uvec4 water);  // of the kernel, m^2/s

Column column_at(ivec2 c) {
  int i = index_of(c);
  uvec4 t = texelFetch(water, i);
  float h = depth_of(t);
  return Column(h, plane_at(bed, c), velocity_in(discharge_at(i, t), h));
}

int edge_of(int axis, bool high) { return axis == 0 ? (high ? edge_east : edge_west) : high ? edge_south : edge_north; }

// Neighbors of m at c along an axis. The ground goes on beyond the border; a wall there mirrors the velocity.
void neighbors(ivec2 c, Column m, int axis, out Column low, out Column high) {
  ivec2 by = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
  int last = (axis == 0 ? nx : nz) - 1;
  bool has_low = c[axis] > 0, has_high = c[axis] < last;
  low = m;
  high = m;
  if (has_low) low = column_at(c - by);
  if (has_high) high = column_at(c + by);
  if (!has_low && edge_of(axis, false) == column_edge_wall) low.u[axis] = -m.u[axis];
  if (!has_high && edge_of(axis, true) == column_edge_wall) high.u[axis] = -m.u[axis];
  if (!has_low && has_high) low.bed = 2.0 * m.bed - high.bed;
  if (!has_high && has_low) high.bed = 2.0 * m.bed - low.bed;
  // Water beside dry ground ends there with the velocity that it has.
  if (low.h <= shallow_film) low.u = m.u;
  if (high.h <= shallow_film) high.u = m.u;
}

// Mean over the depth, m/s: u . grad bed - h / 2 div u.
float vertical_velocity(Column m, Column west, Column east, Column north, Column south) {
  vec2 slope = 0.5 * vec2(east.bed - west.bed, south.bed - north.bed) / params.p.cell;
  vec2 spread = 0.5 * vec2(east.u.x - west.u.x, south.u.y - north.u.y) / params.p.cell;
  return dot(m.u, slope) - 0.5 * m.h * (spread.x + spread.y);
}

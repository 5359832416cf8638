// Columns that take part in the solve for dynamic (non-hydrostatic) pressure, and their vertical velocity.
#include "shallow/water.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(constant_id = 12) const bool has_hull_head = false;
layout(binding = 13) uniform samplerBuffer hull_head;
layout(push_constant, scalar) uniform ParamsBlock { ShallowPressureParams p; } params;

struct Column {
  float h, bed;
  float level;  // of the water's head
  vec2 u;       // m/s
};
vec2 discharge_at(int i, uvec4 water);  // of the kernel, m^2/s

Column column_at(ivec2 c) {
  int i = index_of(c);
  uvec4 t = texelFetch(water, i);
  float h = depth_of(t), ground = plane_at(bed, c);
  vec2 level = vec2(ground, 0.0);
  if (has_hull_head) level.x += head_of(texelFetch(hull_head, i).xy);
  add(level, h);  // rounded once, as in cells.glsl
  return Column(h, ground, level.x + (level.y + rest_of(t)), velocity_in(discharge_at(i, t), h));
}

int edge_of(int axis, bool high) { return axis == 0 ? (high ? edge_east : edge_west) : high ? edge_south : edge_north; }

// Waves of a known frequency come and go over this side.
bool waves_over(int axis, bool high) { return params.p.waves_square > 0.0 && edge_of(axis, high) == column_edge_sea; }

// Level and velocity in the ghost column of waves, by the parabola through m and the two columns behind it.
void continue_waves(ivec2 c, ivec2 inwards, Column m, Column next, inout Column ghost) {
  ghost.level = 2.0 * m.level - next.level;
  ghost.u = 2.0 * m.u - next.u;
  if (!inside(c + 2 * inwards) || next.h <= shallow_film) return;
  Column last = column_at(c + 2 * inwards);
  if (last.h <= shallow_film) return;
  ghost.level += m.level - 2.0 * next.level + last.level;
  ghost.u += m.u - 2.0 * next.u + last.u;
}

// Neighbors of m at c along an axis. Ground and level go on beyond the border; a wall mirrors level and velocity.
void neighbors(ivec2 c, Column m, int axis, out Column low, out Column high) {
  ivec2 by = axis == 0 ? ivec2(1, 0) : ivec2(0, 1);
  int last = (axis == 0 ? nx : nz) - 1;
  bool has_low = c[axis] > 0, has_high = c[axis] < last;
  low = m;
  high = m;
  if (has_low) low = column_at(c - by);
  if (has_high) high = column_at(c + by);
  if (!has_low && edge_of(axis, false) == column_edge_wall) low.u[axis] = -m.u[axis];
  else if (!has_low && has_high) low.level = 2.0 * m.level - high.level;
  if (!has_high && edge_of(axis, true) == column_edge_wall) high.u[axis] = -m.u[axis];
  else if (!has_high && has_low) high.level = 2.0 * m.level - low.level;
  if (!has_low && has_high && waves_over(axis, false)) continue_waves(c, by, m, high, low);
  if (!has_high && has_low && waves_over(axis, true)) continue_waves(c, -by, m, low, high);
  if (!has_low && has_high) low.bed = 2.0 * m.bed - high.bed;
  if (!has_high && has_low) high.bed = 2.0 * m.bed - low.bed;
  // Water beside dry ground ends there with the velocity and level that it has.
  if (low.h <= shallow_film) low.u = m.u, low.level = m.level;
  if (high.h <= shallow_film) high.u = m.u, high.level = m.level;
}

// du / dx along an axis: of fourth order between wet columns, else of second.
float spread(ivec2 c, int axis, Column low, Column high) {
  ivec2 by = axis == 0 ? ivec2(2, 0) : ivec2(0, 2);
  float wide = high.u[axis] - low.u[axis], cell = params.p.cell[axis];
  if (!inside(c - by) || !inside(c + by) || min(low.h, high.h) <= shallow_film) return 0.5 * wide / cell;
  Column before = column_at(c - by), beyond = column_at(c + by);
  if (min(before.h, beyond.h) <= shallow_film) return 0.5 * wide / cell;
  return (8.0 * wide - (beyond.u[axis] - before.u[axis])) / (12.0 * cell);
}

// Mean over the depth, m/s: u . grad bed - h / 2 div u.
float vertical_velocity(ivec2 c, Column m, Column west, Column east, Column north, Column south) {
  vec2 slope = 0.5 * vec2(east.bed - west.bed, south.bed - north.bed) / params.p.cell;
  return dot(m.u, slope) - 0.5 * m.h * (spread(c, 0, west, east) + spread(c, 1, north, south));
}

// Fourth difference of five values in a row over 12: what makes their second difference one of fourth order.
float fourth(float a, float b, float m, float c, float d) { return ((a + d) - 4.0 * (b + c) + 6.0 * m) / 12.0; }

float level_rest(ivec2 c, ivec2 by, Column m, Column low, Column high) {
  if (!inside(c - 2 * by) || !inside(c + 2 * by)) return 0.0;
  Column before = column_at(c - 2 * by), beyond = column_at(c + 2 * by);
  if (min(min(before.h, beyond.h), min(low.h, high.h)) <= shallow_film) return 0.0;
  return fourth(before.level - m.level, low.level - m.level, 0.0, high.level - m.level, beyond.level - m.level);
}

// Vertical acceleration by the slope of the level, m/s^2: a share of it counts (passes/shallow/dynamic_pressure.h).
float level_acceleration(ivec2 c, Column m, Column west, Column east, Column north, Column south) {
  vec2 cell = params.p.cell, slope = 0.5 * vec2(east.bed - west.bed, south.bed - north.bed) / cell;
  vec2 tilt = 0.5 * vec2(east.level - west.level, south.level - north.level) / cell;
  vec2 bend = (vec2(east.level, south.level) - m.level - (m.level - vec2(west.level, north.level)));
  if (params.p.layers > 1) bend -= vec2(level_rest(c, ivec2(1, 0), m, west, east), level_rest(c, ivec2(0, 1), m, north, south));
  bend /= cell * cell;
  float divergence = dot(0.5 * vec2(east.u.x - west.u.x, south.u.y - north.u.y) / cell, vec2(1.0));
  return params.p.gravity * (dot(tilt, slope) - 0.5 * m.h * (bend.x + bend.y)) - m.h * divergence * divergence;
}

// Vertical velocity of the columns at the start of a sub-step, and the acceleration by their levels.
#include "shallow/dynamic.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 2) writeonly restrict buffer Rise { vec2 v[]; } rise;

vec2 discharge_at(int i, uvec4 t) { return discharge_of(t); }

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  Column m = column_at(c), west, east, north, south;
  neighbors(c, m, 0, west, east);
  neighbors(c, m, 1, north, south);
  rise.v[index_of(c)] = m.h > shallow_film ? vec2(vertical_velocity(c, m, west, east, north, south), level_acceleration(c, m, west, east, north, south)) : vec2(0);
}

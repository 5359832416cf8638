// Discharge through every column per meter of width, m^2/s.
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) writeonly restrict buffer Flow { vec2 v[]; } flow;

void main() {
  ivec2 c = column_of_thread();
  if (inside(c)) flow.v[index_of(c)] = discharge_of(texelFetch(water, index_of(c)));
}

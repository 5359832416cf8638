// Depth and discharge over the part of a column that solid meshes leave open, for display and gauges.
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) writeonly restrict buffer Open { uvec4 v[]; } open;
#include "shallow/storage.glsl"

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  uvec4 t = texelFetch(water, index_of(c));
  vec2 h = open_depth(t, c);
  float stored = depth_of(t);
  open.v[index_of(c)] = water_texel(h, discharge_of(t) * (stored > 0.0 ? h.x / stored : 1.0));
}

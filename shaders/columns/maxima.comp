// Updates maximum depth, maximum speed and arrival time of every column.
#include "columns/grid.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
#include "columns/velocity.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer flow;
layout(binding = 2) restrict buffer MaxDepth { float v[]; } max_depth;
layout(binding = 3) restrict buffer MaxSpeed { float v[]; } max_speed;
layout(binding = 4) restrict buffer Arrival { float v[]; } arrival;  // s + 1
layout(push_constant, scalar) uniform ParamsBlock { MaximaParams p; } params;

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  int i = index_of(c);
  float h = depth_of(texelFetch(water, i));
  max_depth.v[i] = max(max_depth.v[i], h);
  if (h <= maxima_depth) return;
  max_speed.v[i] = max(max_speed.v[i], length(velocity_of(texelFetch(flow, i).xy, h, params.p.fall)));
  if (arrival.v[i] == 0.0) arrival.v[i] = params.p.time + 1.0;
}

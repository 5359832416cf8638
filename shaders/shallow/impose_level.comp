// Converts the level beyond an edge to the depth imposed there. The slope towards the line adds at most a share of the depth. The
// depth of the water beyond bounds its head, and dry ground above the columns' head is a wall. A thread owns a column.
#include "shallow/water.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer bed;
layout(binding = 1) readonly buffer Beyond { vec2 v[]; } beyond;  // passes/coupling/coupling_params.h
layout(binding = 2) restrict buffer Feed { vec4 v[]; } feed;
layout(binding = 3) restrict writeonly buffer Borders { vec4 v[]; } borders;
layout(push_constant, scalar) uniform ParamsBlock { ShallowImposeLevelParams p; } params;

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.count) return;
  bool across_x = params.p.side < 2, high = (params.p.side & 1) == 1;
  int k = params.p.first + i;
  ivec2 c = across_x ? ivec2(high ? nx - 1 : 0, k) : ivec2(k, high ? nz - 1 : 0);
  vec2 level = beyond.v[i], ground = beyond.v[params.p.count + 2 * i];
  float mine = plane_at(bed, c), depth = max(level.x - mine, 0.0), most = shallow_lean * depth;
  feed.v[index_of(c)].w = depth + clamp(level.y, -most, most);
  borders.v[border_of(params.p.side, k)] = vec4(ground.y, beyond.v[params.p.count + 2 * i + 1].x, ground.x - mine, 1.0);
}

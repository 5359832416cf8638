// Signed distance from obstacles at the corners of cells.
#include "fluid/obstacles.glsl"
#include "lib/grid.glsl"
layout(constant_id = 7) const bool has_mask = false;
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 1) uniform samplerBuffer mask;
layout(binding = 2) writeonly restrict buffer Nodes { float v[]; } nodes;
layout(push_constant, scalar) uniform ParamsBlock { FluidObstacleParams p; } params;

void main() {
  ivec2 n = ivec2(gl_GlobalInvocationID.xy);
  if (n.x > nx || n.y > nz) return;
  int i = n.y * (nx + 1) + n.x;
  float d = nearest_obstacle(vec2(n) * params.p.cell, params.p.count, params.p.period).distance;
  if (has_mask) d = min(d, texelFetch(mask, i).x);
  nodes.v[i] = d;
}

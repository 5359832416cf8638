// Signed distance from obstacles at the corners of cells, followed by a flag per cell: 1 where a thin obstacle splits
// the fluid of the cell in two. Such a cell has one pressure for both sides and would let fluid through: it is
// closed.
#include "fluid/obstacles.glsl"
#include "lib/grid.glsl"
layout(constant_id = 6) const bool solids = false;  // else there is no room for flags
layout(constant_id = 7) const bool has_mask = false;
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 1) uniform samplerBuffer mask;
layout(binding = 2) writeonly restrict buffer Nodes { float v[]; } nodes;
layout(push_constant, scalar) uniform ParamsBlock { FluidObstacleParams p; } params;

const int side = 5;  // samples along a cell, a quarter of it apart
const int samples = side * side;
const uint first_column = 0x108421u;

// Free samples of a cell, a bit each, row by row.
uint free_samples(ivec2 c) {
  uint bits = 0u;
  for (int k = 0; k < samples; ++k) {
    vec2 at = (vec2(c) + vec2(k % side, k / side) / float(side - 1)) * params.p.cell;
    if (nearest_obstacle(at, params.p.count, params.p.period).distance > 0.0) bits |= 1u << k;
  }
  return bits;
}

// Flood fill over neighbors along x and z, from the first free sample.
bool connected(uint bits) {
  uint seen = bits & (~bits + 1u);
  for (int k = 0; k < samples; ++k) {
    uint last_column = first_column << (side - 1);
    uint more = seen | ((seen & ~last_column) << 1) | ((seen & ~first_column) >> 1) | (seen << side) | (seen >> side);
    more &= bits;
    if (more == seen) break;
    seen = more;
  }
  return seen == bits;
}

bool is_split(ivec2 c) {
  if (has_mask && texelFetch(mask, (nx + 1) * (nz + 1) + c.y * nx + c.x).x > 0.0) return true;
  if (params.p.count == 0) return false;
  // Obstacles farther from the middle than a corner leave the cell whole.
  float middle = nearest_obstacle((vec2(c) + 0.5) * params.p.cell, params.p.count, params.p.period).distance;
  if (abs(middle) > 0.5 * length(params.p.cell)) return false;
  return !connected(free_samples(c));
}

void main() {
  ivec2 n = ivec2(gl_GlobalInvocationID.xy);
  if (n.x > nx || n.y > nz) return;
  int i = n.y * (nx + 1) + n.x;
  float d = nearest_obstacle(vec2(n) * params.p.cell, params.p.count, params.p.period).distance;
  if (has_mask) d = min(d, texelFetch(mask, i).x);
  nodes.v[i] = d;
  if (solids && n.x < nx && n.y < nz) nodes.v[(nx + 1) * (nz + 1) + n.y * nx + n.x] = is_split(n) ? 1.0 : 0.0;
}

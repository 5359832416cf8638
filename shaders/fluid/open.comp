// Share of every face that is free of obstacles, from the distances at its ends; per cell the velocity of the
// obstacle that cuts it and its open share. Slivers are closed: they would make the pressure equation stiff.
#include "fluid/obstacles.glsl"
#include "lib/grid.glsl"
layout(constant_id = 6) const bool solids = false;  // else nobody reads `solid`, which has no room for it
layout(constant_id = 7) const bool has_columns = false;
layout(local_size_x = 32, local_size_y = 4) in;
layout(binding = 1) uniform samplerBuffer nodes;
layout(binding = 2) writeonly restrict buffer OpenX { float v[]; } open_x;
layout(binding = 3) writeonly restrict buffer OpenZ { float v[]; } open_z;
layout(binding = 4) writeonly restrict buffer Solid { vec4 v[]; } solid;
layout(binding = 5) readonly buffer Columns { int v[]; } columns;  // that floating bodies fill, in quanta
layout(push_constant, scalar) uniform ParamsBlock { FluidObstacleParams p; } params;

float node(int x, int z) { return texelFetch(nodes, z * (nx + 1) + x).x; }
float share(float a, float b) {
  if (a > 0.0 && b > 0.0) return 1.0;
  if (a <= 0.0 && b <= 0.0) return 0.0;
  float s = max(a, b) / (max(a, b) - min(a, b));
  return s < 0.05 ? 0.0 : s;
}
bool shut(int edge) { return edge == fluid_edge_wall || edge == fluid_edge_slip || edge == fluid_edge_inflow; }

// Share of the depth that a body above leaves open, between two cells.
float room(int x0, int z0, int x1, int z1) {
  if (!has_columns) return 1.0;
  int a = columns.v[clamp(z0, 0, nz - 1) * nx + clamp(x0, 0, nx - 1)];
  int b = columns.v[clamp(z1, 0, nz - 1) * nx + clamp(x1, 0, nx - 1)];
  float left = 1.0 - 0.5 * params.p.per_quantum * float(a + b);
  return left < 0.05 ? 0.0 : min(left, 1.0);
}

// Cells that a thin obstacle splits (fluid/nodes.comp); beyond a side that is not periodic there are none.
float whole(int x, int z) {
  if (!solids) return 1.0;
  if (edge_west == fluid_edge_periodic) x = x < 0 ? x + nx : x >= nx ? x - nx : x;
  if (edge_north == fluid_edge_periodic) z = z < 0 ? z + nz : z >= nz ? z - nz : z;
  if (x < 0 || z < 0 || x >= nx || z >= nz) return 1.0;
  return texelFetch(nodes, (nx + 1) * (nz + 1) + z * nx + x).x > 0.0 ? 0.0 : 1.0;
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (c.x > nx || c.y > nz) return;
  float nw = node(c.x, c.y), ne = node(min(c.x + 1, nx), c.y), sw = node(c.x, min(c.y + 1, nz)),
        se = node(min(c.x + 1, nx), min(c.y + 1, nz));
  vec4 s = vec4(share(nw, sw), share(ne, se), share(nw, ne), share(sw, se));
  float here = whole(c.x, c.y);
  bool border_x = (c.x == 0 && shut(edge_west)) || (c.x == nx && shut(edge_east));
  bool border_z = (c.y == 0 && shut(edge_north)) || (c.y == nz && shut(edge_south));
  if (c.y < nz) open_x.v[c.y * (nx + 1) + c.x] = border_x ? 0.0 : s.x * room(c.x - 1, c.y, c.x, c.y) * here * whole(c.x - 1, c.y);
  if (c.x < nx) open_z.v[c.y * nx + c.x] = border_z ? 0.0 : s.z * room(c.x, c.y - 1, c.x, c.y) * here * whole(c.x, c.y - 1);
  if (solids && c.x < nx && c.y < nz) {
    float free_share = 0.25 * dot(s, vec4(1)) * here;
    vec2 velocity = free_share < 1.0
                        ? nearest_obstacle((vec2(c) + 0.5) * params.p.cell, params.p.count, params.p.period).velocity
                        : vec2(0);
    solid.v[c.y * nx + c.x] = vec4(velocity, free_share, 0);
  }
}

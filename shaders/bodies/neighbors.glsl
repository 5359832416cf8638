// Visits bodies whose bounding spheres overlap that of a body, by the sorted grid (bodies/cells.glsl).
#include "passes/bodies/contacts_params.h"
layout(local_size_x_id = 7) in;
layout(binding = 0, scalar) readonly buffer Spheres { vec4 v[]; } spheres;
layout(binding = 1, scalar) readonly buffer Cells { uint v[]; } cells;  // first body of each in `sorted`
layout(binding = 2, scalar) readonly buffer Sorted { uint v[]; } sorted;
layout(push_constant, scalar) uniform ParamsBlock { ContactSearch p; } params;
#include "bodies/cells.glsl"

void visit(uint j);  // of the shader

bool meets(vec4 a, vec4 b) {
  vec3 apart = b.xyz - a.xyz;
  float reach = a.w + b.w;
  return dot(apart, apart) < reach * reach;
}

void visit_in_order(uint i) {
  vec4 mine = spheres.v[i];
  for (uint j = 0u; j < params.p.bodies; ++j)
    if (j != i && meets(mine, spheres.v[j])) visit(j);
}

// Cells of a level within reach of a sphere. False: the level has no bodies.
bool cells_around(vec4 mine, int level, out ivec3 low, out vec3 span) {
  uint at = params.p.table + uint(level);
  if (cells.v[at] == cells.v[at + 1u]) return false;
  float per = per_cell(level), most = max(abs(mine.x), max(abs(mine.y), abs(mine.z)));
  float reach = 1.001 * (mine.w + 0.5 / per) + 1e-6 * most;  // beyond rounding
  vec3 first = floor((mine.xyz - reach) * per), last = floor((mine.xyz + reach) * per);
  low = ivec3(first);
  span = last - first + 1.0;
  return true;
}

// In any order. Where a sphere spans more cells than there are bodies, all of these are tested.
void visit_neighbors(uint i) {
  vec4 mine = spheres.v[i];
  ivec3 low;
  vec3 span;
  float all = 0.0;
  for (int level = 0; level < contact_levels; ++level)
    if (cells_around(mine, level, low, span)) all += span.x * span.y * span.z;
  bool few = all <= float(params.p.bodies);  // false for NaN
  if (!few) {
    visit_in_order(i);
    return;
  }
  for (int level = 0; level < contact_levels; ++level) {
    if (!cells_around(mine, level, low, span)) continue;
    ivec3 n = ivec3(span);
    for (int k = 0; k < n.x * n.y * n.z; ++k) {
      ivec3 cell = low + ivec3(k % n.x, k / n.x % n.y, k / (n.x * n.y));
      uint number = cell_number(cell, level);
      for (uint at = cells.v[number]; at < cells.v[number + 1u]; ++at) {
        uint j = sorted.v[at];
        vec4 other = spheres.v[j];
        if (j == i || !meets(mine, other)) continue;
        // Several cells may share a number.
        if (level_of(other.w) == level && cell_of(other.xyz, level) == cell) visit(j);
      }
    }
  }
}

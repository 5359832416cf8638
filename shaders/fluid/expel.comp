// Moves dye out of cells that a moving obstacle fills, one cell in the direction of motion, so dye is conserved.
#include "fluid/grid.glsl"
layout(binding = 0) uniform samplerBuffer from_dye;
layout(binding = 1) uniform samplerBuffer solid;
layout(binding = 2) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;

// Target of a cell's dye: itself unless it is filled.
ivec2 target(ivec2 c) {
  vec4 s = texelFetch(solid, index_of(c));
  float speed = length(s.xy);
  if (s.z > 0.0 || speed <= 0.0) return c;
  return cell_at(c + ivec2(round(s.xy / speed)));
}

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  vec4 sum = vec4(0);
  for (int k = 0; k < 9; ++k) {
    ivec2 other = c + ivec2(k % 3 - 1, k / 3 - 1), at = cell_at(other);
    bool outside = (!periodic_x && at.x != other.x) || (!periodic_z && at.y != other.y);
    if (outside || target(at) != c) continue;
    sum += texelFetch(from_dye, index_of(at));
  }
  to_dye.v[index_of(c)] = sum;
}

#include "fluid/each_owned.glsl"

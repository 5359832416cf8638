// Dye in cells that an obstacle has come to fill goes to the free cells around them, in equal parts; none is lost.
#include "lib/fluid_grid.glsl"
layout(binding = 0) uniform samplerBuffer from_dye;
layout(binding = 1) uniform samplerBuffer solid;
layout(binding = 2) writeonly restrict buffer ToDye { vec4 v[]; } to_dye;

bool inside(ivec2 c) {
  return (periodic_x || (c.x >= 0 && c.x < nx)) && (periodic_z || (c.y >= 0 && c.y < nz));
}
bool is_free(ivec2 c) { return inside(c) && texelFetch(solid, index_of(cell_at(c))).z > 0.0; }
float free_around(ivec2 c) {
  float count = 0.0;
  for (int k = 0; k < 9; ++k) count += float(k != 4 && is_free(c + ivec2(k % 3 - 1, k / 3 - 1)));
  return count;
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (c.x >= nx || c.y >= nz) return;
  vec4 sum = texelFetch(from_dye, index_of(c));
  if (is_free(c)) {
    for (int k = 0; k < 9; ++k) {
      ivec2 other = c + ivec2(k % 3 - 1, k / 3 - 1);
      if (k == 4 || !inside(other) || is_free(other)) continue;
      vec4 dye = texelFetch(from_dye, index_of(cell_at(other)));
      if (dye != vec4(0)) sum += dye / free_around(other);
    }
  } else if (free_around(c) > 0.0) {
    sum = vec4(0);
  }
  to_dye.v[index_of(c)] = sum;
}

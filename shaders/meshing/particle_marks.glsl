// Marks the blocks that kernels centered in a box reach, with the margin that smoothing and meshing read. Needs the
// buffer `marks`, raised by all.
#include "lib/largest.glsl"
void mark(vec3 low, vec3 high) {
  float reach = params.p.reach + 3.01 * params.p.cell;
  ivec3 first = ivec3(floor((low - reach - params.p.origin) / (params.p.cell * float(block_side))));
  ivec3 last = ivec3(floor((high + reach - params.p.origin) / (params.p.cell * float(block_side))));
  first = clamp(first, ivec3(0), params.p.blocks - 1);
  last = clamp(last, ivec3(0), params.p.blocks - 1);
  for (int z = first.z; z <= last.z; ++z)
    for (int y = first.y; y <= last.y; ++y)
      for (int x = first.x; x <= last.x; ++x) {
        uint at = uint(x + params.p.blocks.x * (y + params.p.blocks.y * z));
        RAISE(marks.v[at], 1u);
      }
}

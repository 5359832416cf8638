// Signs of samples: one bit each for inside. NaN is outside.
#include "meshing/marching_blocks.glsl"
#include "lib/shape.glsl"
layout(binding = 2, std430) readonly buffer ValuesBlock { vec4 v[]; } values;
layout(binding = 3, std430) writeonly buffer SignsBlock { uint v[]; } signs;

void main() {
  uint first = gl_GlobalInvocationID.x * uint(across);
  uint slot = first / block_words;
  if (slot >= slot_count()) return;
  ivec3 block = block_at(slot);
  for (uint k = 0u; k < uint(across); ++k) {
    uint word = first % block_words + k;
    ivec3 local = ivec3(0, 4 * int(word & 1u), int(word >> 1u));
    ivec3 left = params.p.samples - block * block_side - local;
    uint bits = 0u;
    if (left.z > 0) {
      for (int row = 0; row < 4; ++row) {
        if (row >= left.y) break;
        uint at = sample_index(block, slot, local + ivec3(0, row, 0)) / 4u;
        for (uint half_row = 0u; half_row < 2u; ++half_row) {
          uvec4 inside = uvec4(greaterThanEqual(values.v[at + half_row], vec4(params.p.iso)));
          bits |= (inside.x | inside.y << 1 | inside.z << 2 | inside.w << 3) << (8 * row + 4 * int(half_row));
        }
      }
    }
    uint whole = left.x >= 8 ? 0xffu : (1u << left.x) - 1u;
    signs.v[first + k] = bits & (whole * 0x01010101u);
  }
}

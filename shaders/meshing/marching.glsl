// Bits of inside and outside, and where their blocks are.
#ifndef LIB_MARCHING_GLSL
#define LIB_MARCHING_GLSL
#include "passes/meshing/marching_cubes_params.h"
#include "meshing/marching_blocks.glsl"
#include "lib/shape.glsl"
layout(binding = 2, std430) readonly buffer SignsBlock { uint v[]; } signs;

const uint bytes_low = 0x01010101u;
const uint bytes_but_last = 0x7f7f7f7fu;

// The word `at` (x: 0 or 1 blocks on, y: 0 to 2 words, z: 0 to 8 layers from the block's first).
uint word_at(ivec3 block, uint slot, ivec3 at) {
  ivec3 step = ivec3(at.x, at.y >> 1, at.z >> 3);
  uint s = step == ivec3(0) ? slot : slot_of(block + step);
  return s == no_block ? 0u : signs.v[s * block_words + uint((at.z & 7) * 2 + (at.y & 1))];
}

// Bits of the corners of 32 cells: corner c of the cell at bit b is bit b of s[c].
void corners_of(ivec3 block, uint slot, uint word, out uint s[8]) {
  int y = int(word & 1u), z = int(word >> 1u);
  for (int dz = 0; dz < 2; ++dz) {
    uint here = word_at(block, slot, ivec3(0, y, z + dz)), above = word_at(block, slot, ivec3(0, y + 1, z + dz));
    uint next = word_at(block, slot, ivec3(1, y, z + dz)), beyond = word_at(block, slot, ivec3(1, y + 1, z + dz));
    uint up = (here >> 8) | (above << 24), next_up = (next >> 8) | (beyond << 24);
    s[4 * dz] = here;
    s[4 * dz + 1] = ((here >> 1) & bytes_but_last) | ((next & bytes_low) << 7);
    s[4 * dz + 2] = up;
    s[4 * dz + 3] = ((up >> 1) & bytes_but_last) | ((next_up & bytes_low) << 7);
  }
}

// Cells of a word that begin before the grid's last samples along x, y and z.
uvec3 cells_within(ivec3 block, uint word) {
  ivec3 left = params.p.samples - 1 - block * block_side - ivec3(0, 4 * int(word & 1u), int(word >> 1u));
  uint x = left.x >= 8 ? ~0u : left.x <= 0 ? 0u : ((1u << left.x) - 1u) * bytes_low;
  uint y = left.y >= 4 ? ~0u : left.y <= 0 ? 0u : (1u << (8 * left.y)) - 1u;
  return uvec3(x, y, left.z > 0 ? ~0u : 0u);
}

// Cells of a word that the surface goes through.
uint cells_cut(uint s[8], uvec3 within) {
  uint all = s[0] & s[1] & s[2] & s[3] & s[4] & s[5] & s[6] & s[7];
  uint any = s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7];
  return any & ~all & within.x & within.y & within.z;
}

uint case_of(uint s[8], int bit) {
  uint inside = 0u;
  for (int c = 0; c < 8; ++c) inside |= ((s[c] >> bit) & 1u) << c;
  return inside;
}

#endif

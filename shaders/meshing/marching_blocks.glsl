// Blocks of samples: all blocks of a dense grid in order, with contiguous rows, or a list of existing blocks.
#ifndef SHADERS_MESHING_MARCHING_BLOCKS_GLSL
#define SHADERS_MESHING_MARCHING_BLOCKS_GLSL
#include "passes/meshing/marching_cubes_params.h"
layout(constant_id = 0) const bool has_blocks = false;
layout(constant_id = 1) const bool has_table = false;
layout(push_constant, scalar) uniform ParamsBlock { MarchingParams p; } params;
layout(binding = 0, scalar) readonly buffer BlocksBlock { uint v[]; } blocks;  // groups, 1, 1, count, then places
layout(binding = 1, scalar) readonly buffer TableBlock { uint v[]; } table;    // slot of every block or no_block

uint block_index(ivec3 block) {
  return uint(block.x + params.p.blocks.x * (block.y + params.p.blocks.y * block.z));
}

uint slot_of(ivec3 block) {
  if (any(lessThan(block, ivec3(0))) || any(greaterThanEqual(block, params.p.blocks))) return no_block;
  uint index = block_index(block);
  return has_table ? table.v[index] : index;
}

uint slot_count() { return has_blocks ? blocks.v[3] : params.p.slots; }

// Quotient and rest. Division of integers is one lane after the other for some drivers; by a reciprocal in floats the
// quotient is off by 1 at most while it is under 2^22, and the rest tells.
uvec2 divided(uint i, int n) {
  int q = int(float(i) * (1.0 / float(n))), rest = int(i) - q * n;
  int off = rest < 0 ? -1 : rest >= n ? 1 : 0;
  return uvec2(q + off, rest - off * n);
}

// The block's place in the whole grid.
uint index_at(uint slot) { return has_blocks ? blocks.v[4u + slot] : slot; }
ivec3 block_at(uint slot) {
  uvec2 row = divided(index_at(slot), params.p.blocks.x), layer = divided(row.x, params.p.blocks.y);
  return ivec3(row.y, layer.y, layer.x);
}

// Index of a sample of the block in the field. Dense rows are padded to whole blocks.
uint sample_index(ivec3 block, uint slot, ivec3 local) {
  if (has_blocks) return slot * block_samples + uint(local.x + block_side * (local.y + block_side * local.z));
  ivec3 at = block * block_side + local;
  return uint(at.x + block_side * params.p.blocks.x * (at.y + params.p.samples.y * at.z));
}

#endif

// Inside bits of the words that a thread owns, for each layer of their block.
#ifndef SHADERS_MESHING_MARCHING_GLSL
#define SHADERS_MESHING_MARCHING_GLSL
#include "passes/meshing/marching_cubes_params.h"
#include "meshing/marching_blocks.glsl"
#include "lib/shape.glsl"
layout(binding = 2) uniform usamplerBuffer signs;

const uint bytes_low = 0x01010101u;
const uint bytes_but_last = 0x7f7f7f7fu;
const int owned_layers = across > 2 ? across / 2 : 1;
const int owned_halves = across > 1 ? 2 : 1;

// Slots of a block and its next ones: itself, along x, along y, along both; and the same behind.
struct Around {
  uvec4 here, behind;
};
Around blocks_around(ivec3 block, uint slot) {
  uvec3 on = uvec3(slot_of(block + ivec3(1, 0, 0)), slot_of(block + ivec3(0, 1, 0)), slot_of(block + ivec3(1, 1, 0)));
  return Around(uvec4(slot, on), uvec4(slot_of(block + ivec3(0, 0, 1)), slot_of(block + ivec3(1, 0, 1)),
                                       slot_of(block + ivec3(0, 1, 1)), slot_of(block + ivec3(1, 1, 1))));
}

uint word_of(uint slot, uint word) {
  return slot == no_block ? 0u : texelFetch(signs, int(slot * block_words + word)).x;
}

// Bits of the corners 0 to 3 of 32 cells: corner c of the cell at bit b is bit b of [c].
uvec4 corners(uint here, uint next, uint above, uint beyond) {
  uint up = (here >> 8) | (above << 24), next_up = (next >> 8) | (beyond << 24);
  return uvec4(here, ((here >> 1) & bytes_but_last) | ((next & bytes_low) << 7), up,
               ((up >> 1) & bytes_but_last) | ((next_up & bytes_low) << 7));
}

// Corners of the layer z (0 to 8) of the block: of its words, or of the one that a thread owns alone.
void layer_corners(Around around, int z, uint word, out uvec4 c[owned_halves]) {
  uvec4 slots = z < block_side ? around.here : around.behind;
  uint first = uint(2 * (z & 7));
  if (owned_halves == 2) {
    uvec2 low = uvec2(word_of(slots.x, first), word_of(slots.y, first));
    uvec2 high = uvec2(word_of(slots.x, first + 1u), word_of(slots.y, first + 1u));
    c[0] = corners(low.x, low.y, high.x, high.y);
    c[owned_halves - 1] = corners(high.x, high.y, word_of(slots.z, first), word_of(slots.w, first));
  } else {
    uint y = word & 1u;
    uvec2 above = y == 0u ? slots.xy : slots.zw;
    c[0] = corners(word_of(slots.x, first + y), word_of(slots.y, first + y), word_of(above.x, first + 1u - y),
                   word_of(above.y, first + 1u - y));
  }
}

// Cells of a word that begin before the grid's last samples along x, y and z.
uvec3 cells_within(ivec3 block, uint word) {
  ivec3 left = params.p.samples - 1 - block * block_side - ivec3(0, 4 * int(word & 1u), int(word >> 1u));
  uint x = left.x >= 8 ? ~0u : left.x <= 0 ? 0u : ((1u << left.x) - 1u) * bytes_low;
  uint y = left.y >= 4 ? ~0u : left.y <= 0 ? 0u : (1u << (8 * left.y)) - 1u;
  return uvec3(x, y, left.z > 0 ? ~0u : 0u);
}

// Edges along x, y and z that begin at a word's samples and that the surface cuts. Corners at their lower and their upper z.
uvec3 edges_cut(uvec4 low, uvec4 high, uvec3 within) { return (uvec3(low.x) ^ uvec3(low.yz, high.x)) & within; }

// Cells of a word that the surface goes through.
uint cells_cut(uvec4 low, uvec4 high, uvec3 within) {
  uvec4 all = low & high, any = low | high;
  return (any.x | any.y | any.z | any.w) & ~(all.x & all.y & all.z & all.w) & within.x & within.y & within.z;
}

uint case_of(uvec4 low, uvec4 high, int bit) {
  uvec4 l = (low >> bit) & 1u, h = (high >> bit) & 1u;
  return l.x | l.y << 1 | l.z << 2 | l.w << 3 | h.x << 4 | h.y << 5 | h.z << 6 | h.w << 7;
}

#endif

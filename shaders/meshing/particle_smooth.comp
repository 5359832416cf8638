// Smooths the field by (1, 2, 1) / 4 along each axis, which removes traces of single particles in flat water. With
// `walled`, walls clip it slightly behind them. A thread traverses its block backwards with a segment of a row and
// keeps the x-smoothed values of previous layers.
#include "meshing/particle_bins.glsl"
#include "lib/shape.glsl"
layout(constant_id = 0) const bool walled = false;
layout(binding = 0, scalar) readonly buffer ListBlock { uint v[]; } list;
layout(binding = 1) uniform usamplerBuffer table;
layout(binding = 2) uniform samplerBuffer values;
layout(binding = 3, scalar) writeonly buffer SmoothedBlock { float v[]; } smoothed;

const int wide = across < 8 ? across : 8;
const int deep = across < 8 ? 1 : across / 8;

struct Layer {  // sums along x in the rows before, at and after a thread's own
  float row[3][wide];
};

// First sample of the block that is a step away from another; -1: there is none.
int samples_of(ivec3 block) {
  if (any(lessThan(block, ivec3(0))) || any(greaterThanEqual(block, params.p.blocks))) return -1;
  uint slot = texelFetch(table, block.x + params.p.blocks.x * (block.y + params.p.blocks.y * block.z)).x;
  return slot == no_block ? -1 : int(slot * block_samples);
}
float value_at(int samples, int at) { return samples < 0 ? 0.0 : texelFetch(values, samples + at).x; }

Layer layer_at(ivec3 block, ivec3 at) {
  Layer sums;
  UNROLL for (int k = 0; k < 3; ++k) {
    ivec3 from = ivec3(at.x, at.y + k - 1, at.z), beside = block + (from >> 3);
    int row = 8 * ((from.y & 7) + 8 * (from.z & 7)), here = samples_of(beside);
    float v[wide + 2];
    v[0] = at.x > 0 ? value_at(here, row + at.x - 1) : value_at(samples_of(beside - ivec3(1, 0, 0)), row + 7);
    UNROLL for (int x = 0; x < wide; ++x) v[x + 1] = value_at(here, row + at.x + x);
    v[wide + 1] = at.x + wide < 8 ? value_at(here, row + at.x + wide) : value_at(samples_of(beside + ivec3(1, 0, 0)), row);
    UNROLL for (int x = 0; x < wide; ++x) sums.row[k][x] = v[x] + 2.0 * v[x + 1] + v[x + 2];
  }
  return sums;
}

void main() {
  for (uint slot = gl_WorkGroupID.x; slot < list.v[3]; slot += gl_NumWorkGroups.x) {
    uint index = list.v[4u + slot];
    uvec2 n = uvec2(params.p.blocks.xy);
    ivec3 block = ivec3(index % n.x, (index / n.x) % n.y, index / (n.x * n.y));
    int piece = int(gl_LocalInvocationID.x), pieces = 8 / wide;  // of a row
    ivec3 at = ivec3(piece % pieces * wide, piece / pieces & 7, piece / (8 * pieces) * deep);
    Layer before = layer_at(block, at - ivec3(0, 0, 1)), own = layer_at(block, at);
    for (int z = 0; z < deep; ++z) {
      Layer after = layer_at(block, at + ivec3(0, 0, 1));
      UNROLL for (int x = 0; x < wide; ++x) {
        float sum = before.row[0][x];
        sum += 2.0 * before.row[1][x];
        sum += before.row[2][x];
        sum += 2.0 * own.row[0][x];
        sum += 4.0 * own.row[1][x];
        sum += 2.0 * own.row[2][x];
        sum += after.row[0][x];
        sum += 2.0 * after.row[1][x];
        sum += after.row[2][x];
        float value = sum / 64.0;
        if (walled) {
          vec3 place = params.p.origin + params.p.cell * vec3(block * block_side + at + ivec3(x, 0, 0));
          vec3 inside = min(place - params.p.low, params.p.high - place) + params.p.wall;
          value = min(value, min(inside.x, min(inside.y, inside.z)) / params.p.reach + params.p.iso);
        }
        smoothed.v[slot * block_samples + uint(at.x + x + 8 * (at.y + 8 * at.z))] = value;
      }
      before = own;
      own = after;
      ++at.z;
    }
  }
}

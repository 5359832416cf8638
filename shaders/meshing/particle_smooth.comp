// The field smoothed by (1, 2, 1) / 4 along each axis: what is left of single particles in flat water goes. With
// `walled`, walls cut it off a little behind them.
#include "meshing/particle_bins.glsl"
#include "lib/shape.glsl"
layout(constant_id = 0) const bool walled = false;
layout(binding = 0, scalar) readonly buffer ListBlock { uint v[]; } list;
layout(binding = 1, scalar) readonly buffer TableBlock { uint v[]; } table;
layout(binding = 2, scalar) readonly buffer ValuesBlock { float v[]; } values;
layout(binding = 3, scalar) writeonly buffer SmoothedBlock { float v[]; } smoothed;

shared float around[1000];

void main() {
  for (uint slot = gl_WorkGroupID.x; slot < list.v[3]; slot += gl_NumWorkGroups.x) {
    uint index = list.v[4u + slot];
    uvec2 n = uvec2(params.p.blocks.xy);
    ivec3 block = ivec3(index % n.x, (index / n.x) % n.y, index / (n.x * n.y));
    for (uint i = gl_LocalInvocationID.x; i < 1000u; i += gl_WorkGroupSize.x) {
      ivec3 at = ivec3(i % 10u, i / 10u % 10u, i / 100u) - 1;
      ivec3 near = block + (at >> 3);
      float value = 0.0;
      if (all(greaterThanEqual(near, ivec3(0))) && all(lessThan(near, params.p.blocks))) {
        uint s = near == block ? slot : table.v[near.x + params.p.blocks.x * (near.y + params.p.blocks.y * near.z)];
        at &= 7;
        if (s != no_block) value = values.v[s * block_samples + uint(at.x + 8 * (at.y + 8 * at.z))];
      }
      around[i] = value;
    }
    barrier();
    for (uint i = gl_LocalInvocationID.x; i < block_samples; i += gl_WorkGroupSize.x) {
      uint corner = (i & 7u) + 10u * (i >> 3 & 7u) + 100u * (i >> 6);
      float sum = 0.0;
      for (uint z = 0u; z < 3u; ++z)
        for (uint y = 0u; y < 3u; ++y) {
          uint row = corner + 10u * y + 100u * z;
          sum += float((y == 1u ? 2 : 1) * (z == 1u ? 2 : 1)) * (around[row] + 2.0 * around[row + 1u] + around[row + 2u]);
        }
      float value = sum / 64.0;
      if (walled) {
        ivec3 at = block * block_side + ivec3(i & 7u, (i >> 3) & 7u, i >> 6);
        vec3 x = params.p.origin + params.p.cell * vec3(at);
        vec3 inside = min(x - params.p.low, params.p.high - x) + params.p.wall;
        value = min(value, min(inside.x, min(inside.y, inside.z)) / params.p.reach + params.p.iso);
      }
      smoothed.v[slot * block_samples + i] = value;
    }
    barrier();
  }
}

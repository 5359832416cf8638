// How much of the space at each sample is fluid: the sum of the kernels.
#include "meshing/particle_bins.glsl"
#include "lib/shape.glsl"
layout(binding = 0) uniform samplerBuffer shapes;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2) uniform usamplerBuffer deep;
layout(binding = 3, scalar) readonly buffer ListBlock { uint v[]; } list;
layout(binding = 4, scalar) writeonly buffer ValuesBlock { float v[]; } values;

float fluid_at(vec3 x) {
  uint state = texelFetch(deep, int(bin_index(bin_within(bin_at(x))))).x;
  if (state != bin_mixed) return state == bin_deep ? 1.0 : 0.0;
  float reach2 = params.p.reach * params.p.reach, sum = 0.0;
  int near = near_walls(x);
  for (int image = 0; image <= near; ++image) {
    vec3 from;
    if (!wall_image(x, image, near, from)) continue;
    ivec3 bin = bin_at(from);
    ivec3 low = max(bin - 1, ivec3(0)), high = min(bin + 1, params.p.bins - 1);
    if (low.x > high.x) continue;
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y) {
        int row = int(bin_index(ivec3(0, y, z)));
        int end = int(texelFetch(starts, row + high.x + 1).x);
        for (int k = int(texelFetch(starts, row + low.x).x); k < end; ++k) {
          vec4 middle = texelFetch(shapes, 3 * k);
          vec3 d = from - middle.xyz;
          if (dot(d, d) >= reach2) continue;
          vec4 a = texelFetch(shapes, 3 * k + 1);
          vec2 b = texelFetch(shapes, 3 * k + 2).xy;
          vec3 q = vec3(dot(a.xyz, d), dot(vec3(a.y, a.w, b.x), d), dot(vec3(a.z, b.x, b.y), d));
          sum += middle.w * particle_kernel(min(length(q), 1.0));
        }
      }
  }
  return params.p.volume * sum;
}

void main() {
  for (uint slot = gl_WorkGroupID.x; slot < list.v[3]; slot += gl_NumWorkGroups.x) {
    uint index = list.v[4u + slot];
    uvec2 n = uvec2(params.p.blocks.xy);
    ivec3 block = ivec3(index % n.x, (index / n.x) % n.y, index / (n.x * n.y));
    for (uint i = gl_LocalInvocationID.x; i < block_samples; i += gl_WorkGroupSize.x) {
      // Eight lanes have a cube of 2 x 2 x 2 samples, which see nearly the same particles.
      uvec3 cube = uvec3(i >> 3, i >> 5, i >> 7) & 3u, local = 2u * cube + (uvec3(i, i >> 1, i >> 2) & 1u);
      ivec3 at = block * block_side + ivec3(local);
      vec3 x = params.p.origin + params.p.cell * vec3(at);
      // Walls cut the field off once it is smooth; up to there it goes on behind them.
      vec3 inside = min(x - params.p.low, params.p.high - x) + params.p.wall + 3.01 * params.p.cell;
      bool wanted = min(inside.x, min(inside.y, inside.z)) >= 0.0;
      values.v[slot * block_samples + local.x + 8u * (local.y + 8u * local.z)] = wanted ? fluid_at(x) : 0.0;
    }
  }
}

// How much of the space at each sample is fluid: the sum of the kernels.
#include "meshing/particle_bins.glsl"
#include "lib/shape.glsl"
layout(binding = 0) uniform samplerBuffer shapes;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2) uniform usamplerBuffer deep;
layout(binding = 3, scalar) readonly buffer ListBlock { uint v[]; } list;
layout(binding = 4, scalar) writeonly buffer ValuesBlock { float v[]; } values;

float fluid_at(vec3 x) {
  if (texelFetch(deep, int(bin_index(bin_within(bin_at(x))))).x != 0u) return 1.0;
  float reach2 = params.p.reach * params.p.reach, sum = 0.0;
  for (int image = 0; image < 8; ++image) {
    vec3 from;
    if (!wall_image(x, image, from)) continue;
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
      ivec3 at = block * block_side + ivec3(i & 7u, (i >> 3) & 7u, i >> 6);
      vec3 x = params.p.origin + params.p.cell * vec3(at);
      // Walls cut the field off once it is smooth; up to there it goes on behind them.
      vec3 inside = min(x - params.p.low, params.p.high - x) + params.p.wall + 3.01 * params.p.cell;
      bool wanted = min(inside.x, min(inside.y, inside.z)) >= 0.0;
      values.v[slot * block_samples + i] = wanted ? fluid_at(x) : 0.0;
    }
  }
}

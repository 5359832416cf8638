// Share of fluid at each sample: the sum of the kernels.
#include "meshing/particle_bins.glsl"
#include "lib/shape.glsl"
#include "lib/strips.glsl"
layout(binding = 0) uniform samplerBuffer shapes;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2) uniform usamplerBuffer deep;
layout(binding = 3, scalar) readonly buffer ListBlock { uint v[]; } list;
layout(binding = 4, scalar) writeonly buffer ValuesBlock { float v[]; } values;
layout(binding = 5) uniform usamplerBuffer packed;  // middles

// Rows of bins around a place.
struct Walk {
  ivec3 low, size;
  int row, begin, end;
  uint packed_;
  float reach2;
};

Walk walk_from(vec3 x) {
  ivec3 bin = bin_at(x), low = max(bin - 1, ivec3(0)), high = min(bin + 1, params.p.bins - 1);
  vec3 at = in_reaches(x);
  return Walk(low, high - low + 1, -1, 0, 0, packed_place(at), packed_reach2(at, 1.0));
}

bool more_rows(Walk w) { return w.row + 1 < w.size.y * w.size.z || w.begin < w.end; }

uvec2 next_strip(inout Walk w) {
  if (w.begin >= w.end && w.row + 1 < w.size.y * w.size.z) {
    ++w.row;
    int z = w.row >= 2 * w.size.y ? 2 : w.row >= w.size.y ? 1 : 0;
    int bin = int(bin_index(w.low + ivec3(0, w.row - z * w.size.y, z)));
    w.begin = int(texelFetch(starts, bin).x);
    w.end = int(texelFetch(starts, bin + w.size.x).x);
  }
  uvec2 strip = strip_near(packed, w.packed_, w.reach2, w.begin, w.end);
  w.begin = int(strip.x) + 32;
  return strip;
}

// Value of a kernel at d from its center. a, b: its matrix.
float kernel_at(vec3 d, float determinant, vec4 a, vec4 b) {
  vec3 q = vec3(dot(a.xyz, d), dot(vec3(a.y, a.w, b.x), d), dot(vec3(a.z, b.x, b.y), d));
  float value = determinant * particle_kernel(min(length(q), 1.0));
  return dot(d, d) < params.p.reach * params.p.reach ? value : 0.0;
}

float fluid_at(vec3 x) {
  uint state = texelFetch(deep, int(bin_index(bin_within(bin_at(x))))).x;
  if (state != bin_mixed) return state == bin_deep ? 1.0 : 0.0;
  float sum = 0.0;
  int near = near_walls(x);
  for (int image = 0; image <= near; ++image) {
    vec3 from;
    if (!wall_image(x, image, near, from)) continue;
    Walk walk = walk_from(from);
    if (walk.size.x <= 0) continue;
    Strips strips = Strips(uvec2(0u), uvec2(0u), uvec2(0u));
    while (more_rows(walk)) {
      for (int k = 0; k < 3; ++k) {
        strips.a = strips.b;
        strips.b = strips.c;
        strips.c = next_strip(walk);
      }
      while (strips_left(strips)) {
        int j = strips_next(strips), k = strips_next(strips);
        int one = 3 * max(j, 0), other = 3 * max(k, 0);
        vec4 middle = texelFetch(shapes, one), next = texelFetch(shapes, other);
        vec4 a = texelFetch(shapes, one + 1), c = texelFetch(shapes, other + 1);
        vec4 b = texelFetch(shapes, one + 2), e = texelFetch(shapes, other + 2);
        sum += j >= 0 ? kernel_at(from - middle.xyz, middle.w, a, b) : 0.0;
        sum += k >= 0 ? kernel_at(from - next.xyz, next.w, c, e) : 0.0;
        if (!strips_left(strips)) break;
      }
      if (!more_rows(walk)) break;
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

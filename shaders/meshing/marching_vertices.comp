// A vertex where the surface cuts an edge of the grid, with the field's slope there as its normal.
#include "meshing/marching_blocks.glsl"
layout(local_size_x = marching_threads) in;
layout(binding = 2, std430) readonly buffer ValuesBlock { float v[]; } values;
layout(binding = 3, scalar) readonly buffer FiguresBlock { MarchingFigures v; } figures;
layout(binding = 4, std430) readonly buffer RecordsBlock { uint v[]; } records;
layout(binding = 5, std430) writeonly buffer VerticesBlock { vec4 v[]; } vertices;

float sample_near(ivec3 block, uint slot, ivec3 local) {
  if (!has_table) return values.v[sample_index(block, slot, local)];
  ivec3 step = local >> 3;
  uint s = step == ivec3(0) ? slot : slot_of(block + step);
  return s == no_block ? params.p.outside : values.v[sample_index(block + step, s, local & 7)];
}

vec3 slope_at(ivec3 block, uint slot, ivec3 local) {
  ivec3 low = max(local - 1, -block * block_side), high = min(local + 1, params.p.samples - 1 - block * block_side);
  vec3 before = vec3(sample_near(block, slot, ivec3(low.x, local.yz)),
                     sample_near(block, slot, ivec3(local.x, low.y, local.z)),
                     sample_near(block, slot, ivec3(local.xy, low.z)));
  vec3 after = vec3(sample_near(block, slot, ivec3(high.x, local.yz)),
                    sample_near(block, slot, ivec3(local.x, high.y, local.z)),
                    sample_near(block, slot, ivec3(local.xy, high.z)));
  return (after - before) / vec3(max(high - low, 1));
}

void main() {
  uint count = figures.v.vertices;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * marching_threads) {
    uint record = records.v[i];
    uint word = record >> 7, axis = record >> 5 & 3u, bit = record & 31u;
    uint slot = word / block_words;
    word %= block_words;
    ivec3 block = block_at(slot), along = ivec3(axis == 0u, axis == 1u, axis == 2u);
    ivec3 from = ivec3(bit & 7u, (word & 1u) * 4u + (bit >> 3), word >> 1), to = from + along;
    float a = sample_near(block, slot, from), b = sample_near(block, slot, to);
    float t = (params.p.iso - a) / (b - a);
    t = t >= 0.0 && t <= 1.0 ? t : 0.5;
    vec3 normal = -mix(slope_at(block, slot, from), slope_at(block, slot, to), t);
    float size = length(normal);
    normal = size > 0.0 && size < 1e30 ? normal / size : vec3(along) * (a >= params.p.iso ? 1.0 : -1.0);
    vec3 at = vec3(block * block_side + from) + t * vec3(along);
    vertices.v[2u * i] = vec4(params.p.origin + params.p.cell * at, 1.0);
    vertices.v[2u * i + 1u] = vec4(normal, 0.0);
  }
}

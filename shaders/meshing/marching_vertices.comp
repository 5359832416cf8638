// A vertex at each cut edge of the grid, with the field's gradient as its normal.
#include "meshing/marching_blocks.glsl"
layout(local_size_x = marching_threads) in;
layout(binding = 2) uniform samplerBuffer values;  // a sample in each
layout(binding = 3, scalar) readonly buffer FiguresBlock { MarchingFigures v; } figures;
layout(binding = 4) uniform usamplerBuffer records;
layout(binding = 5, std430) writeonly buffer VerticesBlock { vec4 v[]; } vertices;

// A sample's place: with a table that of its block, its slot and its place therein, else its place in the field.
struct Sample {
  uint index, slot;
  int at;
};

float value_at(int at) { return texelFetch(values, at).x; }

// The sample `by` along an axis from another one, all in the grid. `step`: between samples; `block_step`: between blocks; `along`:
// the other's coordinate on that axis, in its block. `by` is -1, 0 or 1.
float value_near(Sample s, int along, int step, int block_step, int by) {
  if (!has_table) return value_at(s.at + by * step);
  int to = along + by;
  if (to == (to & 7)) return value_at(s.at + by * step);
  uint slot = table.v[uint(int(s.index) + by * block_step)];
  return slot == no_block ? params.p.outside : value_at(int(slot * block_samples) + (s.at & 511) - 7 * by * step);
}

// (along, and the two axes that follow it in a circle) of an edge along `axis`, and back.
ivec3 turned(ivec3 p, uint axis) { return axis == 0u ? p : axis == 1u ? p.yzx : p.zxy; }
vec3 turned_back(vec3 p, uint axis) { return axis == 0u ? p : axis == 1u ? p.zxy : p.yzx; }

void main() {
  uint count = figures.v.vertices;
  const ivec3 block_steps = ivec3(1, params.p.blocks.x, params.p.blocks.x * params.p.blocks.y);
  const int row = block_side * params.p.blocks.x;
  const ivec3 steps = has_blocks ? ivec3(1, block_side, block_side * block_side) : ivec3(1, row, row * params.p.samples.y);
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * marching_threads) {
    uint record = texelFetch(records, int(i)).x;
    uint word = record >> 7, axis = record >> 5 & 3u, bit = record & 31u;
    uint slot = word / block_words;
    word %= block_words;
    ivec3 block = block_at(slot), local = ivec3(bit & 7u, (word & 1u) * 4u + (bit >> 3), word >> 1);
    ivec3 from = block * block_side + local;
    ivec3 at = turned(from, axis), last = turned(params.p.samples - 1, axis), step = turned(steps, axis);
    ivec3 block_step = turned(block_steps, axis), near = turned(local, axis);
    // The edge's ends, a and b, in b's own block.
    int base = has_blocks ? int(slot * block_samples) : 0;
    ivec3 off = has_blocks ? local : from;
    Sample a = Sample(has_table ? index_at(slot) : 0u, slot, base + off.x + steps.y * off.y + steps.z * off.z), b = a;
    ivec3 near_b = near + ivec3(1, 0, 0);
    b.at += step.x;
    bool no_b = false;
    if (has_table && near_b.x == block_side) {
      b.index = uint(int(a.index) + block_step.x);
      b.slot = table.v[b.index];
      no_b = b.slot == no_block;
      near_b.x = 0;
      b.at = int((no_b ? slot : b.slot) * block_samples) + (a.at & 511) - 7 * step.x;
    }
    ivec3 down = ivec3(greaterThan(at, ivec3(0))), up = ivec3(lessThan(at + ivec3(1, 0, 0), last));
    float va = value_at(a.at), vb = no_b ? params.p.outside : value_at(b.at);
    float t = (params.p.iso - va) / (vb - va);
    t = t >= 0.0 && t <= 1.0 ? t : 0.5;
    vec3 before_a = vec3(value_near(a, near.x, step.x, block_step.x, -down.x),
                         value_near(a, near.y, step.y, block_step.y, -down.y),
                         value_near(a, near.z, step.z, block_step.z, -down.z));
    vec2 after_a = vec2(value_near(a, near.y, step.y, block_step.y, up.y), value_near(a, near.z, step.z, block_step.z, up.z));
    vec2 before_b = vec2(value_near(b, near_b.y, step.y, block_step.y, -down.y),
                         value_near(b, near_b.z, step.z, block_step.z, -down.z));
    vec3 after_b = vec3(value_near(b, near_b.x, step.x, block_step.x, up.x),
                        value_near(b, near_b.y, step.y, block_step.y, up.y),
                        value_near(b, near_b.z, step.z, block_step.z, up.z));
    vec2 across = vec2(max(down.yz + up.yz, ivec2(1)));
    vec3 slope_a = (vec3(vb, after_a) - before_a) / vec3(float(down.x + 1), across);
    vec3 slope_b = (after_b - vec3(va, before_b)) / vec3(float(1 + up.x), across);
    vec3 along = vec3(axis == 0u, axis == 1u, axis == 2u);
    vec3 normal = -mix(turned_back(slope_a, axis), turned_back(slope_b, axis), t);
    float size = length(normal);
    normal = size > 0.0 && size < 1e30 ? normal / size : along * (va >= params.p.iso ? 1.0 : -1.0);
    vec3 place = vec3(from) + t * along;
    vertices.v[2u * i] = vec4(params.p.origin + params.p.cell * place, 1.0);
    vertices.v[2u * i + 1u] = vec4(normal, 0.0);
  }
}

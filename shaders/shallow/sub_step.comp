// Length of the next CFL sub-step and the blocks that it visits. One workgroup.
//   length   the rest of the clock step in equal parts that satisfy the CFL condition; 0 once the step is done. The last
//            declared sub-step takes all that is left
//   blocks   those with water and their neighbors, since water moves one column in a stage. A block stays listed for one more
//            sub-step, so that its first stage is up to date when neighbors read it
#include "passes/shallow/shallow_params.h"
layout(local_size_x = 128) in;
layout(binding = 0) restrict buffer Peaks { uint v[]; } peaks;  // of the blocks, 1/s
layout(binding = 1) restrict buffer Schedule { uint v[]; } schedule;
layout(binding = 2) restrict buffer Poured { float v[]; } poured;  // deepest column that the pointer poured into
layout(binding = 3) readonly buffer Wet { uint v[]; } wet;
layout(binding = 4) coherent restrict buffer Blocks { uint v[]; } blocks;  // to visit; then for each whether water was near it before
layout(push_constant, scalar) uniform ParamsBlock { ShallowPaceParams p; } params;

shared uint most, counts[128], sums[8];

bool water_near(int block) {
  if (params.p.all != 0) return true;
  ivec2 at = ivec2(block % params.p.blocks.x, block / params.p.blocks.x);
  uint any = 0u;
  for (int z = max(at.y - 1, 0); z <= min(at.y + 1, params.p.blocks.y - 1); ++z)
    for (int x = max(at.x - 1, 0); x <= min(at.x + 1, params.p.blocks.x - 1); ++x) any |= wet.v[z * params.p.blocks.x + x];
  return any != 0u;
}

float left_of_step() { return params.p.sub_step == 0 ? params.p.dt : uintBitsToFloat(schedule.v[1]); }

void choose_length() {
  float fastest = uintBitsToFloat(most);
  bool first = params.p.sub_step == 0;
  if (first) {
    fastest = max(fastest, params.p.per_root * sqrt(poured.v[0]));
    poured.v[0] = 0.0;
  }
  float left = left_of_step();
  float taken = first ? 0.0 : uintBitsToFloat(schedule.v[2]);
  int rest = params.p.declared - params.p.sub_step;
  int count = clamp(int(clamp(ceil(left * fastest / params.p.courant), 1.0, 65536.0)), 1, rest);
  float dt = count > 1 ? left / float(count) : left;
  schedule.v[0] = floatBitsToUint(dt);
  schedule.v[1] = floatBitsToUint(count > 1 ? left - dt : 0.0);
  schedule.v[2] = floatBitsToUint(taken + 1.0);
  uint visited = 0u;
  for (int i = 0; i < 8; ++i) visited += sums[i];
  schedule.v[3] = floatBitsToUint(float(visited));
  int at = shallow_schedule_header + shallow_schedule_stride * params.p.sub_step;
  uint across = min(max(visited, 1u), shallow_most_groups);
  uvec3 of_blocks = uvec3(across, (visited + across - 1u) / across, 1u);
  for (int k = 0; k < 3; ++k) {
    schedule.v[at + k] = of_blocks[k];
    schedule.v[at + 3 + k] = params.p.edges[k];
    schedule.v[at + 6 + k] = params.p.rectangles[k];
  }
}

void main() {
  int me = int(gl_LocalInvocationIndex), all = params.p.blocks.x * params.p.blocks.y;
  int each = (all + 127) / 128, begin = min(me * each, all), end = min(begin + each, all);
  bool goes = left_of_step() > 0.0;
  if (me == 0) most = 0u;
  barrier();
  if (!goes) {
    if (me < shallow_schedule_stride) schedule.v[shallow_schedule_header + shallow_schedule_stride * params.p.sub_step + me] = 0u;
    return;
  }
  uint peak = 0u, count = 0u;
  for (int i = begin; i < end; ++i) {
    peak = max(peak, peaks.v[i]);  // bits of non-negative floats are ordered like their values
    bool near = water_near(i), visit = near || blocks.v[all + i] > 0u;
    blocks.v[all + i] = near ? 2u : visit ? 1u : 0u;  // 1: listed for the last time
    count += visit ? 1u : 0u;
    if (!visit) peaks.v[i] = 0u;
  }
  atomicMax(most, peak);
  counts[me] = count;
  memoryBarrierBuffer();
  barrier();
  if (me < 8) {
    uint sum = 0u;
    for (int i = 0; i < 16; ++i) sum += counts[16 * me + i];
    sums[me] = sum;
  }
  barrier();
  uint at = 0u;
  for (int i = 0; i < me / 16; ++i) at += sums[i];
  for (int i = me / 16 * 16; i < me; ++i) at += counts[i];
  for (int i = begin; i < end; ++i) {
    uint kept = blocks.v[all + i];
    if (kept > 0u) blocks.v[at++] = uint(i);
    if (kept == 1u) blocks.v[all + i] = 0u;
  }
  if (me == 0) choose_length();
}

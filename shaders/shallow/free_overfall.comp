// Marks the bed steps of a strip over which water falls freely in this clock step: from the time the level below has sunk
// a spacing under the crest until it reaches the crest, while the receiver has room. Other steps are ordinary faces. A thread owns a strip.
#include "shallow/water.glsl"
#include "lib/ledger.glsl"
layout(local_size_x = 64) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2, scalar) readonly buffer Reaches { LedgerReach v[]; } reaches;
layout(binding = 3) restrict buffer Falling { uint v[]; } falling;
layout(binding = 4, scalar) readonly buffer Room { LedgerRoom r; } room;
layout(push_constant, scalar) uniform ParamsBlock { ShallowOverfallParams p; } params;

void main() {
  int i = int(gl_GlobalInvocationID.x);
  if (i >= params.p.strips) return;
  LedgerReach reach = reaches.v[i];
  bool across_x = reach.side < 2, high = (reach.side & 1) == 1;
  ivec2 out_ = across_x ? ivec2(1, 0) : ivec2(0, 1);
  for (int k = 0; k < reach.count; ++k) {
    ivec2 giver = reach.column + (across_x ? ivec2(0, k) : ivec2(k, 0)), below = high ? giver + out_ : giver - out_;
    int at = 2 * index_of(high ? below : giver) + (across_x ? 0 : 1);
    float level = plane_at(bed, below) + max(depth_of(texelFetch(water, index_of(below))), 0.0);
    bool free = room.r.full == 0u && level < plane_at(bed, giver) - (falling.v[at] != 0u ? 0.0 : params.p.under);
    falling.v[at] = free ? (high ? shallow_falls_up : shallow_falls_down) : 0u;
  }
}

// Contact solver: a whole sub-step by one workgroup, or one of its stages by many (params.p.stage).
#pragma variants STAGE?
#include "lib/meet.glsl"
#include "bodies/solve.glsl"
layout(local_size_x_id = 7) in;
#ifdef STAGE
layout(constant_id = 8) const uint stage = 0u;  // contact_begin ...

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (stage == contact_prepare || stage == contact_press || stage == contact_relax) {
    if (i < pair_count()) solve_pair(i, stage == contact_prepare, stage == contact_press);
  } else if (i < params.p.bodies) {
    if (stage == contact_begin) begin_body(i);
    if (stage == contact_move || stage == contact_settle) step_body(i, params.p.stage, stage == contact_move);
    if (stage == contact_end) end_body(i);
  }
}
#else
void main() {
  uint me = gl_LocalInvocationIndex, threads = gl_WorkGroupSize.x, bodies = params.p.bodies, count = pair_count();
  for (uint i = me; i < bodies; i += threads) begin_body(i);
  meet_with_buffers();
  // Twice each step: with recovery, then without. Before the first one masses are prepared and loads are laid on.
  for (uint half_ = 1u; half_ < 2u * params.p.steps + 2u; ++half_) {
    bool recover = (half_ & 1u) == 0u;
    for (uint k = me; k < count; k += threads) solve_pair(k, half_ == 1u, recover);
    meet_with_buffers();
    uint step = half_ == 1u ? contact_standing : half_ / 2u - 1u;
    for (uint i = me; i < bodies; i += threads) step_body(i, step, recover);
    meet_with_buffers();
  }
  for (uint i = me; i < bodies; i += threads) end_body(i);
}
#endif

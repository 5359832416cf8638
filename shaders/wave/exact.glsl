// Adds an elevation to both time levels exactly: the rounding residual of each level is stored in `rests` and returned
// later. Needs lib/ledger.glsl, u_now, u_prev and rests, and wave/drag.glsl if depth or damping vary in space.
#include "wave/rim.glsl"

bool is_water(ivec2 c) {
  if (any(lessThan(c, ivec2(0))) || any(greaterThanEqual(c, ivec2(nx, nz))) || in_rim(c)) return false;
#ifdef VARIED
  return drag_at(c) >= 0.0;
#else
  return true;
#endif
}

// i: the cell's float in the levels; own: its rests. back: by how much more the level before rises. sub_steps: that went
// by since the last time. What was lost then has gone on as the water did: by its mean rise of each.
void gain(int i, int own, vec2 more, float back, float sub_steps) {
  vec2 lost = rests.v[own];
  if (more == vec2(0.0) && back == 0.0 && lost == vec2(0.0)) return;
  float rise = lost.x - lost.y;
  vec2 now = pair_sum(more, vec2(lost.x + sub_steps * rise, 0.0)), before = pair_sum(more, vec2(lost.x + (sub_steps - 1.0) * rise, 0.0));
  before = pair_sum(before, vec2(back, 0.0));
  vec2 a = pair_sum(vec2(u_now.v[i], 0.0), now), b = pair_sum(vec2(u_prev.v[i], 0.0), before);
  u_now.v[i] = a.x;
  u_prev.v[i] = b.x;
  rests.v[own] = vec2(a.y, b.y);
}

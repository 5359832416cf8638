// Adds the momentum deposited in the last clock step: each cell's momentum goes to its open faces, after the
// transport and before the projection, as other forces. So the advecting velocity stays free of divergence.
#define NOTHING_DISCARDED
#include "fluid/deposits.glsl"
layout(binding = 0) restrict buffer U { float v[]; } u;
layout(binding = 1) restrict buffer W { float v[]; } w;

void each(ivec2 at) {
  ivec2 c = at + params.p.first, f = round_border(c);
  vec3 own = push_of(at);
  if (passes(c, 0)) {
    float more = 0.5 * (push_of(at - ivec2(1, 0)).x + own.x) / params.p.depth;
    u.v[face_x(f)] += more;
    if (periodic_x && f.x == 0) u.v[face_x(f) + nx] += more;  // the same face at the other border
  }
  if (passes(c, 1)) {
    float more = 0.5 * (push_of(at - ivec2(0, 1)).y + own.y) / params.p.depth;
    w.v[face_z(f)] += more;
    if (periodic_z && f.y == 0) w.v[face_z(f) + nx * nz] += more;
  }
}

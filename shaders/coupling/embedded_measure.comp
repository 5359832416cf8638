// Volume and velocity of the water one to two bands behind the strips of an embedded domain, weighted by a tent across and
// B-splines along. Also finds the highest particle of each square.
#include "passes/coupling/coupling_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) readonly buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Squares { EmbeddedSquare v[]; } squares;
layout(binding = 5, scalar) coherent buffer Behind { EmbeddedObserved v[]; } behind;
layout(push_constant, scalar) uniform ParamsBlock { EmbeddedParams p; } params;
#include "coupling/embedded.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  atomicMax(squares.v[embedded_index(embedded_square(x.xz))].top, floatBitsToUint(max(x.y - params.p.low.y, 0.0)) + 1u);
  for (int k = 0; k < params.p.sides; ++k) {
    EmbeddedShares shares = embedded_shares(sides.v[k], x.xz, embedded_weight);
    if (shares.all == 0u) continue;
    float speed = embedded_speed * dot(velocity.v[i].xz, sides.v[k].inwards);
    for (int n = 0; n < 3; ++n) {
      atomicAdd(behind.v[shares.strip[n]].weight, shares.of[n]);
      atomicAdd(behind.v[shares.strip[n]].speed, int(roundEven(float(shares.of[n]) * speed)));
    }
  }
}

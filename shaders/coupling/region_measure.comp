// Volume and velocity of the water behind the strips of an embedded domain: from a band
// behind the line to two, in the middle of it most, a particle shared by the three nearest strips. And the highest particle of every square.
#include "passes/coupling/exchange_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) readonly buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Squares { RegionSquare v[]; } squares;
layout(binding = 5, scalar) coherent buffer Behind { RegionBehind v[]; } behind;
layout(push_constant, scalar) uniform ParamsBlock { RegionParams p; } params;
#include "coupling/region.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  atomicMax(squares.v[region_index(region_square(x.xz))].top, floatBitsToUint(max(x.y - params.p.low.y, 0.0)) + 1u);
  for (int k = 0; k < params.p.sides; ++k) {
    RegionShares shares = region_shares(sides.v[k], x.xz, region_weight);
    if (shares.all == 0u) continue;
    float speed = region_speed * dot(velocity.v[i].xz, sides.v[k].inwards);
    for (int n = 0; n < 3; ++n) {
      atomicAdd(behind.v[shares.strip[n]].weight, shares.of[n]);
      atomicAdd(behind.v[shares.strip[n]].speed, int(roundEven(float(shares.of[n]) * speed)));
    }
  }
}

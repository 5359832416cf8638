// How much water lies behind the strips of a region and how fast it moves, seen from its sides: from a band
// behind the line to two, in the middle of it most, a particle shared by the two nearest strips. And the highest particle of every square.
#include "passes/exchange/exchange_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) readonly buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Squares { RegionSquare v[]; } squares;
layout(binding = 5, scalar) coherent buffer Behind { RegionBehind v[]; } behind;
layout(push_constant, scalar) uniform ParamsBlock { RegionParams p; } params;
#include "exchange/region.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  atomicMax(squares.v[region_index(region_square(x.xz))].top, floatBitsToUint(max(x.y - params.p.low.y, 0.0)) + 1u);
  for (int k = 0; k < params.p.sides; ++k) {
    RegionSide s = sides.v[k];
    vec2 place = region_place(s, x.xz);
    float whole = region_weight * (1.0 - abs(2.0 * place.x / params.p.band - 3.0));
    if (whole <= 0.0) continue;
    float at = place.y / s.width - 0.5, speed = region_speed * dot(velocity.v[i].xz, s.inwards);
    int low = int(floor(at));
    uint high_part = uint(whole * (at - float(low))), low_part = uint(whole) - min(uint(whole), high_part);
    int a = s.first + clamp(low, 0, s.strips - 1), b = s.first + clamp(low + 1, 0, s.strips - 1);
    atomicAdd(behind.v[a].weight, low_part);
    atomicAdd(behind.v[a].speed, int(roundEven(float(low_part) * speed)));
    atomicAdd(behind.v[b].weight, high_part);
    atomicAdd(behind.v[b].speed, int(roundEven(float(high_part) * speed)));
  }
}

// How much water the strips of a region hold, seen from its sides: a particle weighs the more the nearer it is to the line,
// and is shared by the two nearest strips. And the highest particle of every square.
#include "passes/exchange/exchange_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) readonly buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Squares { RegionSquare v[]; } squares;
layout(binding = 5, scalar) coherent buffer Weights { uint v[]; } weights;
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
    if (place.x < 0.0 || place.x >= params.p.band) continue;
    float whole = region_weight * (1.0 - place.x / params.p.band), at = place.y / s.width - 0.5;
    int low = int(floor(at));
    uint high_part = uint(whole * (at - float(low))), low_part = uint(whole) - min(uint(whole), high_part);
    atomicAdd(weights.v[s.first + clamp(low, 0, s.strips - 1)], low_part);
    atomicAdd(weights.v[s.first + clamp(low + 1, 0, s.strips - 1)], high_part);
  }
}

// How much water lies behind the strips of a region and how fast it moves, seen from its sides: from a band
// behind the line to two, in the middle of it most, a particle shared by the three nearest strips. And the highest particle of every square.
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

// A quadratic B-spline, whose translates by 1 sum up to 1. Sums over a lattice of any distance under 1 are so near to the
// integral that water at rest looks level from all strips; those over a tent are off by up to several per cent.
float bell(float x) {
  float a = abs(x), rest = max(1.5 - a, 0.0);
  return a < 0.5 ? 0.75 - a * a : 0.5 * rest * rest;
}
// Beyond its ends a side is as in a mirror.
int strip_at(RegionSide s, int k) {
  k = k < 0 ? -1 - k : k >= s.strips ? 2 * s.strips - 1 - k : k;
  return s.first + clamp(k, 0, s.strips - 1);
}

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
    float at = place.y / s.width, speed = region_speed * dot(velocity.v[i].xz, s.inwards);
    int middle = int(floor(at));
    float off = at - float(middle) - 0.5;
    uint low = uint(whole * bell(off + 1.0)), high = uint(whole * bell(off - 1.0)), all = uint(whole);
    uint shares[3] = uint[3](low, all - low - high, high);
    for (int n = 0; n < 3; ++n) {
      int strip = strip_at(s, middle - 1 + n);
      atomicAdd(behind.v[strip].weight, shares[n]);
      atomicAdd(behind.v[strip].speed, int(roundEven(float(shares[n]) * speed)));
    }
  }
}

// Finds the highest particle of each square (the first of equals) and the height above all particles nearby.
#include "passes/coupling/coupling_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) readonly buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Squares { EmbeddedSquare v[]; } squares;
layout(push_constant, scalar) uniform ParamsBlock { EmbeddedParams p; } params;
#include "coupling/embedded_squares.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  ivec2 own = embedded_square(x.xz);
  float least = embedded_apart * params.p.spacing;
  for (int n = 0; n < 25; ++n) {
    ivec2 c = own + ivec2(n % 5, n / 5) - 2;
    if (any(lessThan(c, ivec2(0))) || any(greaterThanEqual(c, params.p.squares))) continue;
    vec2 away = x.xz - embedded_place_in(c);
    float over = least * least - dot(away, away);
    if (over > 0.0)
      atomicMax(squares.v[embedded_index(c)].room, floatBitsToUint(max(x.y - params.p.low.y + sqrt(over), 0.0)));
  }
  int square = embedded_index(own);
  if (atomicMax(squares.v[square].top, 0u) == floatBitsToUint(max(x.y - params.p.low.y, 0.0)) + 1u)
    atomicMax(squares.v[square].found, params.p.capacity - i);
}

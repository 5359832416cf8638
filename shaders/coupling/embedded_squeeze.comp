// Moves particles between an approaching driven mesh and an open side into the pending volume of the side's strips. The
// side is a wall to particles, but not to the mesh; without this they would be squeezed between the two.
#include "lib/ledger.glsl"
#include "passes/coupling/coupling_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Strips { EmbeddedStrip v[]; } strips;
layout(binding = 5, scalar) coherent buffer Totals { CouplingTotals t; } totals;
layout(binding = 6, scalar) coherent buffer Taken { uint v; } taken;
layout(push_constant, scalar) uniform ParamsBlock { EmbeddedParams p; } params;
#include "coupling/embedded.glsl"
#include "sph/occupied.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  int side = embedded_owner(x.xz);
  if (side < 0) return;
  EmbeddedSide s = sides.v[side];
  vec2 place = embedded_place(s, x.xz);
  float reach = embedded_squeeze * params.p.spacing - place.x;
  if (reach <= 0.0 || !sph_led_against(x, -vec3(s.inwards.x, 0.0, s.inwards.y), reach)) return;
  vec3 v = velocity.v[i].xyz;
  velocity.v[i].w = -1.0;
  atomicAdd(taken.v, 1u);
  ACCUMULATE64(strips.v[s.first + clamp(int(floor(place.y / s.width)), 0, s.strips - 1)].pending, params.p.particle)
  ACCUMULATE64(totals.t.particles, uvec2(0xffffffffu))
  float whole = float64(params.p.particle);
  ACCUMULATE64(totals.t.momentum[0], whole64(roundEven(-v.x * whole)))
  ACCUMULATE64(totals.t.momentum[1], whole64(roundEven(-v.y * whole)))
  ACCUMULATE64(totals.t.momentum[2], whole64(roundEven(-v.z * whole)))
}

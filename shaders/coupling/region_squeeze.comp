// To particles the open sides of a region are walls, to a mesh that moves they are not: what it has before it as it comes
// up to a side has no way out, and is owed to the side's strips in its place. They put it where there is room, or the
// columns get it.
#include "lib/ledger.glsl"
#include "passes/coupling/exchange_params.h"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 2, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) coherent buffer Strips { RegionStrip v[]; } strips;
layout(binding = 5, scalar) coherent buffer Tally { ExchangeTally t; } tally;
layout(binding = 6, scalar) coherent buffer Taken { uint v; } taken;
layout(push_constant, scalar) uniform ParamsBlock { RegionParams p; } params;
#include "coupling/region.glsl"
#include "sph/occupied.glsl"

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  int side = region_owner(x.xz);
  if (side < 0) return;
  RegionSide s = sides.v[side];
  vec2 place = region_place(s, x.xz);
  float reach = region_squeeze * params.p.spacing - place.x;
  if (reach <= 0.0 || !sph_led_against(x, -vec3(s.inwards.x, 0.0, s.inwards.y), reach)) return;
  vec3 v = velocity.v[i].xyz;
  velocity.v[i].w = -1.0;
  atomicAdd(taken.v, 1u);
  ACCUMULATE64(strips.v[s.first + clamp(int(floor(place.y / s.width)), 0, s.strips - 1)].owed, params.p.particle)
  ACCUMULATE64(tally.t.particles, uvec2(0xffffffffu))
  float whole = float64(params.p.particle);
  ACCUMULATE64(tally.t.momentum[0], whole64(roundEven(-v.x * whole)))
  ACCUMULATE64(tally.t.momentum[1], whole64(roundEven(-v.y * whole)))
  ACCUMULATE64(tally.t.momentum[2], whole64(roundEven(-v.z * whole)))
}

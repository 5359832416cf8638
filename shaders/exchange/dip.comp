// Which particles lie under a grid's surface, or on its ground: their numbers, one after the other in any order. They are
// few, and what is done with them takes long (catch.comp). Of the cells that they give to none is listed yet.
#include "exchange/dip.glsl"
#include "lib/ledger.glsl"
#include "passes/sph/sph_params.h"
layout(local_size_x = 64) in;
layout(binding = 0, scalar) readonly buffer Positions { vec4 v[]; } position;
layout(binding = 1, scalar) readonly buffer Velocities { vec4 v[]; } velocity;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3) uniform sampler2D surface;  // x: elevation over the grid's origin, w: coverage
layout(constant_id = 0) const bool has_flow = false;
layout(binding = 4) uniform sampler2D flow;     // z: depth
layout(binding = 5, scalar) coherent buffer Dipping { LedgerList s; uint list[]; } dipping;
layout(binding = 6, scalar) writeonly restrict buffer Struck { LedgerList s; } struck;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i == 0u) struck.s = LedgerList(uvec3(0u, 1u, 1u), 0u);
  if (i >= control.c.count || velocity.v[i].w < 0.0) return;
  vec3 x = position.v[i].xyz;
  vec2 at = dip_cell(x);
  if (any(lessThan(x, params.p.low)) || any(greaterThan(x, params.p.high)) || !may_gain(ivec2(floor(at)))) return;
  vec4 here = texelFetch(surface, ivec2(at), 0);
  bool wet = here.w > 0.5;
  if (!wet && params.p.grounded == 0) return;
  float level = params.p.level + here.x, reach = level - exchange_dip * params.p.spacing;
  if (params.p.grounded != 0) {
    float depth = 0.0;
    if (has_flow && wet) depth = texelFetch(flow, ivec2(at), 0).z;
    reach = max(reach, level - depth + exchange_ground * params.p.spacing);
  }
  if (x.y >= reach) return;
  uint place = atomicAdd(dipping.s.count, 1u);
  dipping.list[place] = i;
  if (place % ledger_group == 0u) atomicAdd(dipping.s.groups.x, 1u);
}

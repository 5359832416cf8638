// A dent or a bump in the ripples on a fluid: a drop, the pointer.
#include "fluid/grid.glsl"
#include "passes/fluid/fluid_waves.h"
#include "passes/grid/poke.h"
layout(binding = 0) uniform samplerBuffer solid;
layout(binding = 1) restrict buffer Waves { vec2 v[]; } waves;
layout(push_constant, scalar) uniform ParamsBlock { FluidPokeParams p; } params;

void main() {
  ivec2 t = ivec2(gl_GlobalInvocationID.xy);
  if (t.x >= params.p.count.x || t.y >= params.p.count.y) return;
  ivec2 c = t + params.p.first;
  if (periodic_x) c.x = wrapped(c.x, nx);
  if (periodic_z) c.y = wrapped(c.y, nz);
  if (c.x < 0 || c.y < 0 || c.x >= nx || c.y >= nz) return;
  int i = index_of(c);
  if (solids && texelFetch(solid, i).z <= 0.0) return;
  vec2 r = (vec2(c) + 0.5 - params.p.middle / params.p.cell) * params.p.cell;
  vec2 period = vec2(periodic_x, periodic_z) * vec2(nx, nz) * params.p.cell;
  r -= period * round(r / max(period, vec2(1e-20)));
  float s = dot(r, r) / (params.p.radius * params.p.radius);
  waves.v[i].x += params.p.height * poke_profile(s, params.p.neutral);
}

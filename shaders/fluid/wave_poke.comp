// Adds a depression or bump to the ripples on a fluid: a drop, the pointer.
#include "fluid/grid.glsl"
#include "passes/fluid/fluid_waves.h"
#include "lib/neutral_poke.glsl"
layout(binding = 0) uniform samplerBuffer solid;
layout(binding = 1) restrict buffer Waves { vec2 v[]; } waves;
layout(binding = 2) uniform samplerBuffer open_x;
layout(binding = 3) uniform samplerBuffer open_z;
layout(push_constant, scalar) uniform ParamsBlock { FluidPokeParams p; } params;

// Change of a cell by a neutral one, m; nothing passes closed faces.
float neutral_change(ivec2 c) {
  NeutralPoke p = NeutralPoke(params.p.middle, params.p.middle, params.p.cell, params.p.radius, ivec2(0), ivec2(nx, nz),
                              bvec2(periodic_x, periodic_z), ivec2(nx, nz));
  ivec2 e = c + ivec2(1, 0), s = c + ivec2(0, 1);
  if (periodic_x && e.x == nx) e.x = 0;
  if (periodic_z && s.y == nz) s.y = 0;
  vec2 scale = params.p.height / params.p.cell;
  precise float west = texelFetch(open_x, face_x(c)).x > 0.0 ? scale.x * poke_through(p, c, 0) : 0.0;
  precise float east = texelFetch(open_x, face_x(e)).x > 0.0 ? scale.x * poke_through(p, e, 0) : 0.0;
  precise float north = texelFetch(open_z, face_z(c)).x > 0.0 ? scale.y * poke_through(p, c, 1) : 0.0;
  precise float south = texelFetch(open_z, face_z(s)).x > 0.0 ? scale.y * poke_through(p, s, 1) : 0.0;
  precise float sum = (east - west) + (south - north);
  return sum;
}

void own(ivec2 t) {
  if (t.x >= params.p.count.x || t.y >= params.p.count.y) return;
  ivec2 c = t + params.p.first;
  if (periodic_x) c.x = wrapped(c.x, nx);
  if (periodic_z) c.y = wrapped(c.y, nz);
  if (c.x < 0 || c.y < 0 || c.x >= nx || c.y >= nz) return;
  int i = index_of(c);
  if (solids && texelFetch(solid, i).z <= 0.0) return;
  if (params.p.neutral != 0) {
    waves.v[i].x += neutral_change(c);
    return;
  }
  vec2 r = (vec2(c) + 0.5 - params.p.middle / params.p.cell) * params.p.cell;
  vec2 period = vec2(periodic_x, periodic_z) * vec2(nx, nz) * params.p.cell;
  r -= period * round(r / max(period, vec2(1e-20)));
  float s = dot(r, r) / (params.p.radius * params.p.radius);
  waves.v[i].x += params.p.height * poke_profile(s);
}

#include "fluid/each_owned.glsl"

// One sub-step of the ripples on a fluid: symplectic Euler, no flux through closed faces.
#include "fluid/grid.glsl"
#include "passes/fluid/fluid_waves.h"
layout(binding = 0) uniform samplerBuffer from;
layout(binding = 1) uniform samplerBuffer open_x;
layout(binding = 2) uniform samplerBuffer open_z;
layout(binding = 3) uniform samplerBuffer solid;
layout(binding = 4) uniform samplerBuffer pressure;
layout(binding = 5) writeonly restrict buffer To { vec2 v[]; } to;
layout(push_constant, scalar) uniform ParamsBlock { FluidWaveParams p; } params;

// Elevation over what the pressure would raise the surface to.
float over(ivec2 c) {
  int i = index_of(cell_at(c));
  return texelFetch(from, i).x - fluid_level(texelFetch(pressure, i).x, params.p.level);
}

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  int i = index_of(c);
  if (solids && texelFetch(solid, i).z <= 0.0) {
    to.v[i] = vec2(0);
    return;
  }
  ivec2 e = ivec2(1, 0), s = ivec2(0, 1);
  float here = over(c);
  vec4 share = vec4(texelFetch(open_x, face_x(c)).x, texelFetch(open_x, face_x(c + e)).x,
                    texelFetch(open_z, face_z(c)).x, texelFetch(open_z, face_z(c + s)).x);
  vec4 rise = vec4(over(c - e), over(c + e), over(c - s), over(c + s)) - here;
  float pull = dot(share * rise, params.p.stiffness.xxyy);
  vec4 border = vec4(c.x == 0, c.x == nx - 1, c.y == 0, c.y == nz - 1);
  float damping = params.p.damping + dot(border, params.p.leak);
  vec2 now = texelFetch(from, i).xy;
  float rate = (now.y + params.p.dt * pull) / (1.0 + params.p.dt * damping);
  to.v[i] = vec2(now.x + params.p.dt * rate, rate);
}

#include "fluid/each_owned.glsl"

// Subtracts the pressure gradient from the velocity, less the part of the last pressure that was applied already.
#include "fluid/grid.glsl"
layout(constant_id = 10) const bool unforced = false;  // force.comp is still to come
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/fixed.glsl"
layout(binding = 5) uniform samplerBuffer pressure;
layout(binding = 6) uniform samplerBuffer pressure_before;
layout(binding = 7) writeonly restrict buffer ToU { float v[]; } to_u;
layout(binding = 8) writeonly restrict buffer ToW { float v[]; } to_w;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

float pushed(float v, vec2 given, float before, float now) {
  float carried = params.p.carried;
  if (unforced) v = forced(v, given, before, carried);
  return given.x > 0.0 ? given.y : v + (carried * before - params.p.dt * now);
}

void own(ivec2 f) {
  if (f.x > nx || f.y > nz) return;
  FluidParams p = params.p;
  if (f.y < nz) {
    vec2 given = given_x(f, p);
    to_u.v[face_x(f)] = pushed(texelFetch(u, face_x(f)).x, given, slope_x(pressure_before, f, p), slope_x(pressure, f, p));
  }
  if (f.x < nx) {
    vec2 given = given_z(f, p);
    to_w.v[face_z(f)] = pushed(texelFetch(w, face_z(f)).x, given, slope_z(pressure_before, f, p), slope_z(pressure, f, p));
  }
}

#include "fluid/each_owned.glsl"

// Takes the pressure's push from the velocity, less what the last pressure already gave.
#include "fluid/grid.glsl"
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/fixed.glsl"
layout(binding = 5) uniform samplerBuffer pressure;
layout(binding = 6) uniform samplerBuffer pressure_before;
layout(binding = 7) writeonly restrict buffer ToU { float v[]; } to_u;
layout(binding = 8) writeonly restrict buffer ToW { float v[]; } to_w;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 f) {
  if (f.x > nx || f.y > nz) return;
  FluidParams p = params.p;
  if (f.y < nz) {
    vec2 given = given_x(f, p);
    float push = p.carried * slope_x(pressure_before, f, p) - p.dt * slope_x(pressure, f, p);
    to_u.v[face_x(f)] = given.x > 0.0 ? given.y : texelFetch(u, face_x(f)).x + push;
  }
  if (f.x < nx) {
    vec2 given = given_z(f, p);
    float push = p.carried * slope_z(pressure_before, f, p) - p.dt * slope_z(pressure, f, p);
    to_w.v[face_z(f)] = given.x > 0.0 ? given.y : texelFetch(w, face_z(f)).x + push;
  }
}

#include "lib/each_owned.glsl"

// Velocity before advection, with half of the pressure gradient; the other half is added after it. The symmetric
// splitting conserves the energy of steady flows.
#include "fluid/grid.glsl"
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/fixed.glsl"
layout(binding = 5) uniform samplerBuffer pressure;
layout(binding = 6) writeonly restrict buffer ToU { float v[]; } to_u;
layout(binding = 7) writeonly restrict buffer ToW { float v[]; } to_w;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 f) {
  if (f.x > nx || f.y > nz) return;
  FluidParams p = params.p;
  float half_time = 0.5 * p.carried;
  if (f.y < nz) {
    float slope = given_x(f, p).x > 0.0 ? 0.0 : slope_x(pressure, f, p);
    to_u.v[face_x(f)] = texelFetch(u, face_x(f)).x - half_time * slope;
  }
  if (f.x < nx) {
    float slope = given_z(f, p).x > 0.0 ? 0.0 : slope_z(pressure, f, p);
    to_w.v[face_z(f)] = texelFetch(w, face_z(f)).x - half_time * slope;
  }
}

#include "fluid/each_owned.glsl"

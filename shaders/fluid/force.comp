// After the transport: the other half of the pressure gradient, vorticity confinement, and prescribed face
// velocities. [Fedkiw, Stam and Jensen 2001]
#include "fluid/grid.glsl"
layout(constant_id = 7) const bool confine = false;
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/fixed.glsl"
layout(binding = 5) uniform samplerBuffer pressure;
layout(binding = 6) uniform samplerBuffer vorticity;
layout(binding = 7) writeonly restrict buffer ToU { float v[]; } to_u;
layout(binding = 8) writeonly restrict buffer ToW { float v[]; } to_w;
layout(push_constant, scalar) uniform ParamsBlock { FluidConfineParams p; } params;

float spin(ivec2 c) { return texelFetch(vorticity, index_of(cell_at(c))).x; }

// Acceleration of a cell towards where |vorticity| is greatest, turned by a right angle.
vec2 push(ivec2 c) {
  FluidParams p = params.p.grid;
  vec2 slope = 0.5 * p.inverse_cell * vec2(abs(spin(c + ivec2(1, 0))) - abs(spin(c - ivec2(1, 0))),
                                           abs(spin(c + ivec2(0, 1))) - abs(spin(c - ivec2(0, 1))));
  vec2 to = slope / (length(slope) + 1e-9);
  float here = spin(c);
  return params.p.strength * sqrt(p.cell.x * p.cell.y) * here * vec2(to.y, -to.x);
}

void own(ivec2 f) {
  if (f.x > nx || f.y > nz) return;
  FluidParams p = params.p.grid;
  if (f.y < nz) {
    vec2 given = given_x(f, p);
    float v = forced(texelFetch(u, face_x(f)).x, given, slope_x(pressure, f, p), p.carried);
    if (confine && given.x == 0.0) v += p.dt * 0.5 * (push(f - ivec2(1, 0)).x + push(f).x);
    to_u.v[face_x(f)] = v;
  }
  if (f.x < nx) {
    vec2 given = given_z(f, p);
    float v = forced(texelFetch(w, face_z(f)).x, given, slope_z(pressure, f, p), p.carried);
    if (confine && given.x == 0.0) v += p.dt * 0.5 * (push(f - ivec2(0, 1)).y + push(f).y);
    to_w.v[face_z(f)] = v;
  }
}

#include "fluid/each_owned.glsl"

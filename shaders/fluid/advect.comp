// Semi-Lagrangian step of both velocity components, by bilinear (4 values) or bicubic (16 values) interpolation at
// the departure point. [Stam 1999]
#include "fluid/grid.glsl"
#include "fluid/trace.glsl"
#include "fluid/cubic.glsl"
layout(constant_id = 7) const bool cubic = false;
layout(binding = 3) uniform samplerBuffer from_u;
layout(binding = 4) uniform samplerBuffer from_w;
layout(binding = 5) writeonly restrict buffer ToU { float v[]; } to_u;
layout(binding = 6) writeonly restrict buffer ToW { float v[]; } to_w;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 f) {
  if (f.x > nx || f.y > nz) return;
  FluidParams p = params.p;
  if (f.y < nz) {
    Place s = Place(f, vec2(0.0, 0.5));
    vec2 o = trace(s, velocity_at_u(f, p), -p.dt, p).offset;
    to_u.v[face_x(f)] = cubic ? cubic_u(from_u, f, o, p) : bilinear(corners_u(from_u, f + ivec2(floor(o)), p), fract(o));
  }
  if (f.x < nx) {
    Place s = Place(f, vec2(0.5, 0.0));
    vec2 o = trace(s, velocity_at_w(f, p), -p.dt, p).offset;
    to_w.v[face_z(f)] = cubic ? cubic_w(from_w, f, o, p) : bilinear(corners_w(from_w, f + ivec2(floor(o)), p), fract(o));
  }
}

#include "fluid/each_owned.glsl"

// MacCormack's correction of a cubic semi-Lagrangian step: half of the error after stepping back, zero where the path
// was clipped, clamped to the four values around the departure point. [Selle, Fedkiw, Kim, Liu and Rossignac 2008]
#include "fluid/grid.glsl"
#include "fluid/trace.glsl"
#include "fluid/cubic.glsl"
layout(binding = 3) uniform samplerBuffer from_u;
layout(binding = 4) uniform samplerBuffer from_w;
layout(binding = 5) uniform samplerBuffer step_u;
layout(binding = 6) uniform samplerBuffer step_w;
layout(binding = 7) writeonly restrict buffer ToU { float v[]; } to_u;
layout(binding = 8) writeonly restrict buffer ToW { float v[]; } to_w;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

float corrected(float was, float stepped, float back, vec4 corners, bool whole) {
  float low = min(min(corners.x, corners.y), min(corners.z, corners.w));
  float high = max(max(corners.x, corners.y), max(corners.z, corners.w));
  return clamp(whole ? stepped + 0.5 * (was - back) : stepped, low, high);
}

void own(ivec2 f) {
  if (f.x > nx || f.y > nz) return;
  FluidParams p = params.p;
  if (f.y < nz) {
    Place s = Place(f, vec2(0.0, 0.5));
    vec2 here = velocity_at_u(f, p);
    Trace from = trace(s, here, -p.dt, p), to = trace(s, here, p.dt, p);
    float back = cubic_u(step_u, f, to.offset, p);
    vec4 corners = corners_u(from_u, f + ivec2(floor(from.offset)), p);
    int i = face_x(f);
    to_u.v[i] = corrected(texelFetch(from_u, i).x, texelFetch(step_u, i).x, back, corners, from.whole && to.whole);
  }
  if (f.x < nx) {
    Place s = Place(f, vec2(0.5, 0.0));
    vec2 here = velocity_at_w(f, p);
    Trace from = trace(s, here, -p.dt, p), to = trace(s, here, p.dt, p);
    float back = cubic_w(step_w, f, to.offset, p);
    vec4 corners = corners_w(from_w, f + ivec2(floor(from.offset)), p);
    int i = face_z(f);
    to_w.v[i] = corrected(texelFetch(from_w, i).x, texelFetch(step_w, i).x, back, corners, from.whole && to.whole);
  }
}

#include "fluid/each_owned.glsl"

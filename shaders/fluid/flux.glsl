// One stage of Heun's method for the dye in conservative flux form. Limited slopes (monotonized central), open shares
// of faces. [van Leer 1979]
#include "fluid/grid.glsl"
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer open_x;
layout(binding = 3) uniform samplerBuffer open_z;
layout(binding = 4) readonly buffer Arguments { uint v[]; } arguments;
layout(binding = 5) uniform samplerBuffer from_dye;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

vec4 dye_at(ivec2 c) { return texelFetch(from_dye, index_of(cell_at(c))); }
vec4 limited(vec4 a, vec4 b) {
  vec4 s = min(min(2.0 * abs(a), 2.0 * abs(b)), 0.5 * abs(a + b));
  return mix(vec4(0), sign(a) * s, greaterThan(a * b, vec4(0)));
}
// Dye per cell that crosses the face between cell f - step and cell f.
vec4 flux(ivec2 f, ivec2 step, float velocity, float open, float shares) {
  float share = velocity * shares * open;
  ivec2 a = f - step;
  bool outside_a = cell_at(a) != a && !((step.x == 1 && periodic_x) || (step.y == 1 && periodic_z));
  bool outside_b = cell_at(f) != f && !((step.x == 1 && periodic_x) || (step.y == 1 && periodic_z));
  vec4 qa = dye_at(a), qb = dye_at(f);
  vec4 left = qa + 0.5 * limited(qa - dye_at(a - step), qb - qa);
  vec4 right = qb - 0.5 * limited(qb - qa, dye_at(f + step) - qb);
  // Nothing but clear fluid comes in from outside.
  return share * (share > 0.0 ? (outside_a ? vec4(0) : left) : (outside_b ? vec4(0) : right));
}
vec4 change(ivec2 c) {
  float n = float(arguments.v[3 * fluid_most_sub_steps]);
  // Faster than the sub-steps allow: all of the flow is held back alike, so that what is even stays even.
  float carried = uintBitsToFloat(arguments.v[3 * fluid_most_sub_steps + 1]);
  vec2 shares = carried * params.p.dt / n * params.p.inverse_cell;
  ivec2 e = c + ivec2(1, 0), s = c + ivec2(0, 1), x = ivec2(1, 0), z = ivec2(0, 1);
  return flux(c, x, texelFetch(u, face_x(c)).x, texelFetch(open_x, face_x(c)).x, shares.x) -
         flux(e, x, texelFetch(u, face_x(e)).x, texelFetch(open_x, face_x(e)).x, shares.x) +
         flux(c, z, texelFetch(w, face_z(c)).x, texelFetch(open_z, face_z(c)).x, shares.y) -
         flux(s, z, texelFetch(w, face_z(s)).x, texelFetch(open_z, face_z(s)).x, shares.y);
}

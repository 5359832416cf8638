// Velocity at cell centers, its curl dw/dx - du/dz, or dye without unused channels.
#include "fluid/grid.glsl"
layout(constant_id = 7) const int what = 0;
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) writeonly restrict buffer Field { float v[]; } field;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void own(ivec2 c) {
  if (c.x >= nx || c.y >= nz) return;
  int i = index_of(c);
  if (what == 0) {
    field.v[2 * i] = 0.5 * (texelFetch(u, face_x(c)).x + texelFetch(u, face_x(c + ivec2(1, 0))).x);
    field.v[2 * i + 1] = 0.5 * (texelFetch(w, face_z(c)).x + texelFetch(w, face_z(c + ivec2(0, 1))).x);
  } else {
    vec4 north = corners_u(u, c - ivec2(0, 1), params.p), south = corners_u(u, c, params.p);
    vec4 west = corners_w(w, c - ivec2(1, 0), params.p), east = corners_w(w, c, params.p);
    float du = 0.25 * (south.z + south.w - north.x - north.y), dw = 0.25 * (east.y + east.w - west.x - west.z);
    field.v[i] = dw * params.p.inverse_cell.x - du * params.p.inverse_cell.y;
  }
}

#include "fluid/each_owned.glsl"

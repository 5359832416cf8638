// Maximum Courant number of the step, over strips of rows.
#include "fluid/grid.glsl"
layout(constant_id = 7) const int strip = 16;
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) writeonly restrict buffer Most { float v[]; } most;
layout(push_constant, scalar) uniform ParamsBlock { FluidParams p; } params;

void main() {
  int x = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * strip;
  if (x >= nx || z0 >= nz) return;
  float largest = 0.0;
  for (int z = z0; z < min(z0 + strip, nz); ++z) {
    ivec2 c = ivec2(x, z);
    vec4 v = abs(vec4(texelFetch(u, face_x(c)).x, texelFetch(u, face_x(c + ivec2(1, 0))).x, texelFetch(w, face_z(c)).x,
                      texelFetch(w, face_z(c + ivec2(0, 1))).x));
    largest = max(largest, max(v.x, v.y) * params.p.inverse_cell.x + max(v.z, v.w) * params.p.inverse_cell.y);
  }
  most.v[int(gl_GlobalInvocationID.y) * nx + x] = largest * params.p.dt;
}

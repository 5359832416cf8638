// Per column of a strip of rows: sum of the squared speed and the largest divergence. The order of summation and the
// strip of one thread are fixed, independent of tilings.
#include "fluid/grid.glsl"
layout(constant_id = 7) const int strip = 16;
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer divergence;
layout(binding = 3) writeonly restrict buffer Sums { vec4 v[]; } sums;

void main() {
  int x = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * strip;
  if (x >= nx || z0 >= nz) return;
  float squares = 0.0, most = 0.0;
  for (int z = z0; z < min(z0 + strip, nz); ++z) {
    ivec2 c = ivec2(x, z);
    vec4 v = vec4(texelFetch(u, face_x(c)).x, texelFetch(u, face_x(c + ivec2(1, 0))).x, texelFetch(w, face_z(c)).x,
                  texelFetch(w, face_z(c + ivec2(0, 1))).x);
    squares += 0.5 * dot(v, v);
    most = max(most, abs(texelFetch(divergence, index_of(c)).x));
  }
  sums.v[int(gl_GlobalInvocationID.y) * nx + x] = vec4(squares, most, 0.0, 0.0);
}

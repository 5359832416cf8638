// Takes the mean off rhs: without an open border, p exists only for a rhs without one.
layout(constant_id = 9) const int rows = 8;
layout(local_size_x_id = 10, local_size_y_id = 11) in;
#include "lib/poisson_copy.glsl"
layout(binding = 0) readonly restrict buffer Report { PoissonReport p; } report;
#ifdef POISSON_VARIED
layout(binding = 1) uniform samplerBuffer faces;
#endif
layout(binding = 2) restrict buffer Rhs { vec4 v[]; } rhs;

void main() {
  PoissonLevel l = params.p.level;
  int k = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows, plane = l.columns * l.cells.y;
  if (k >= l.columns || z0 >= l.cells.y) return;
  float mean = report.p.mean * params.p.area;
  int last = min(z0 + rows, l.cells.y);
  for (int z = z0; z < last; ++z) {
    for (int color = 0; color < 2; ++color) {
      int i = z * l.columns + k;
#ifdef POISSON_VARIED
      vec4 open = texelFetch(faces, (5 * color + 4) * plane + i);
#else
      ivec4 x = 8 * k + ((z + color) & 1) + ivec4(0, 2, 4, 6);
      vec4 open = mix(vec4(0), vec4(1), lessThan(x, ivec4(l.cells.x)));
#endif
      rhs.v[color * plane + i] -= mean * open;
    }
  }
}

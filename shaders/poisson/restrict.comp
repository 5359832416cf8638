// rhs of the coarse level: residuals summed over its cells; and its first red sweep, from zero.
// A thread owns four fine vec4s along x of both rows of a coarse row: two coarse vec4s of each color.
#pragma variants VARIED
layout(constant_id = 8) const bool both = false;
layout(constant_id = 9) const int rows = 4;  // coarse ones
layout(local_size_x_id = 10, local_size_y_id = 11) in;
#include "poisson/planes.glsl"
#ifdef VARIED
layout(binding = 6) uniform samplerBuffer coarse_faces;
#endif
layout(binding = 4) writeonly restrict buffer CoarseRhs { vec4 v[]; } coarse_rhs;
layout(binding = 5) writeonly restrict buffer CoarseRed { vec4 v[]; } coarse_red;
layout(push_constant, scalar) uniform ParamsBlock { PoissonPairParams p; } params;

Faces coarse_faces_at(PoissonLevel l, int z, int k) {
#ifdef VARIED
  int i = z * l.columns + k, p = l.columns * l.cells.y;
  vec4 mass = shifted ? l.mass * texelFetch(coarse_faces, 4 * p + i) : vec4(0);
  return Faces(texelFetch(coarse_faces, i), texelFetch(coarse_faces, p + i), texelFetch(coarse_faces, 2 * p + i),
               texelFetch(coarse_faces, 3 * p + i), mass);
#else
  return faces_from(l, span_of(l, k, z & 1), band_of(l, z));
#endif
}

vec4 sum_at(PoissonLevel l, int z, int k) {
  vec4 r = residual_at(l, 0, z, k);
  if (both) r += residual_at(l, 1, z, k);
  return r;
}

void main() {
  PoissonLevel l = params.p.fine, c = params.p.coarse;
  plane = l.columns * l.cells.y;
  mean = params.p.center * report.p.mean;
  int q = int(gl_GlobalInvocationID.x);
  int coarse_plane = c.columns * c.cells.y;
  for (int row = 0; row < rows; ++row) {
    int z = int(gl_GlobalInvocationID.y) * rows + row;
    if (q >= c.columns || z >= c.cells.y) return;
    vec4 pair[2];
    for (int h = 0; h < 2; ++h) {
      int k = 2 * q + h;
      pair[h] = vec4(0);
      if (k >= l.columns) continue;
      pair[h] = sum_at(l, 2 * z, k);
      if (2 * z + 1 < l.cells.y) pair[h] += sum_at(l, 2 * z + 1, k);
    }
    vec4 even = vec4(pair[0].xz, pair[1].xz), odd = vec4(pair[0].yw, pair[1].yw);
    vec4 f_red = (z & 1) == 0 ? even : odd, f_black = (z & 1) == 0 ? odd : even;
    int i = z * c.columns + q;
    coarse_rhs.v[i] = f_red;
    coarse_rhs.v[coarse_plane + i] = f_black;
    coarse_red.v[i] = relaxed(coarse_faces_at(c, z, q), Around(vec4(0), vec4(0), vec4(0), vec4(0)), f_red);
  }
}

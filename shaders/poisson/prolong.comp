// Adds the interpolated coarse values to the cells of one color.
#pragma variants VARIED
layout(constant_id = 8) const int color = 1;
layout(constant_id = 9) const int rows = 4;  // coarse ones
layout(local_size_x_id = 10, local_size_y_id = 11) in;
layout(binding = 0) uniform samplerBuffer coarse_red;
layout(binding = 1) uniform samplerBuffer coarse_black;
#ifdef VARIED
layout(binding = 2) uniform samplerBuffer faces;
layout(binding = 3) uniform samplerBuffer coarse_faces;
#endif
layout(binding = 4) restrict buffer Values { vec4 v[]; } values;
int plane, coarse_plane;
#define CELL(c, i) vec4(0)
#define FACE(c, f, i) texelFetch(faces, ((c) * 5 + (f)) * plane + (i))
#define COARSE(c, i) ((c) == 0 ? texelFetch(coarse_red, i) : texelFetch(coarse_black, i))
#define COARSE_FACE(c, f, i) texelFetch(coarse_faces, ((c) * 5 + (f)) * coarse_plane + (i))
#include "poisson/grid.glsl"
#include "poisson/interpolate.glsl"
layout(push_constant, scalar) uniform ParamsBlock { PoissonPairParams p; } params;

void main() {
  PoissonLevel l = params.p.fine, c = params.p.coarse;
  plane = l.columns * l.cells.y;
  coarse_plane = c.columns * c.cells.y;
  int q = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (q >= c.columns || z0 >= c.cells.y) return;
  Run above = run_at(c, z0 - 1, q), here = run_at(c, z0, q);
  int end = min(z0 + rows, c.cells.y);
  for (int cz = z0; cz < end; ++cz) {
    Run below = run_at(c, cz + 1, q);
    for (int half_ = 0; half_ < 2; ++half_) {
      int k = 2 * q + half_;
      if (k >= l.columns) continue;
      int z = 2 * cz, i = z * l.columns + k;
      values.v[i] = corrected(l, color, z, k, values.v[i], correction(l, c, z, q, half_, color, here, above));
      if (++z >= l.cells.y) continue;
      i += l.columns;
      values.v[i] = corrected(l, color, z, k, values.v[i], correction(l, c, z, q, half_, 1 - color, here, below));
    }
    above = here;
    here = below;
  }
}

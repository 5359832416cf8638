// Adds the interpolated coarse values to the cells of one color. A thread owns those in `across` coarse cells along x, at
// most eight.
#pragma variants VARIED?
layout(constant_id = 8) const int color = 1;
#include "lib/shape.glsl"
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

// Neighboring threads change the other lanes at the same time: they are not read.
void add(PoissonLevel l, int z, int k, int i, vec4 change, int lane) {
  if (across >= 4) {
    values.v[i] = corrected(l, color, z, k, values.v[i], change);
    return;
  }
  vec4 value = vec4(0);
  for (int n = lane; n < lane + across; ++n) value[n] = values.v[i][n];
  value = corrected(l, color, z, k, value, change);
  for (int n = lane; n < lane + across; ++n) values.v[i][n] = value[n];
}

void main() {
  PoissonLevel l = params.p.fine, c = params.p.coarse;
  plane = l.columns * l.cells.y;
  coarse_plane = c.columns * c.cells.y;
  int x = int(gl_GlobalInvocationID.x) * across, q = x >> 3, lane = x & 3, z0 = int(gl_GlobalInvocationID.y) * rows;
  if (q >= c.columns || z0 >= c.cells.y) return;
  Run above = run_at(c, z0 - 1, q), here = run_at(c, z0, q);
  int end = min(z0 + rows, c.cells.y);
  int cz = z0;
  do {
    Run below = run_at(c, cz + 1, q);
    for (int half_ = 0; half_ < 2; ++half_) {
      int k = 2 * q + half_;
      if (k >= l.columns || (across < 8 && half_ != (x >> 2 & 1))) continue;
      int z = 2 * cz, i = z * l.columns + k;
      add(l, z, k, i, correction(l, c, z, q, half_, color, here, above), lane);
      if (++z >= l.cells.y) continue;
      i += l.columns;
      add(l, z, k, i, correction(l, c, z, q, half_, 1 - color, here, below), lane);
    }
    above = here;
    here = below;
  } while (++cz < end);
}

// One sweep over the cells of one color. A thread owns `across` of them along x (every other cell of the grid is of this
// color), in whole vec4s or a part of one, and walks `rows` rows; the rows above and at the center stay in registers.
// With KEEPS the old values count: next = own + omega (relaxed - own), and over the seam of an odd period.
#pragma variants KEEPS? VARIED?
#include "passes/poisson/poisson_params.h"
#include "lib/shape.glsl"
layout(binding = 0) uniform samplerBuffer other;
layout(binding = 1) uniform samplerBuffer rhs;
#ifdef KEEPS
layout(binding = 2) uniform samplerBuffer own;
#endif
#ifdef VARIED
layout(binding = 3) uniform samplerBuffer faces;
#endif
layout(binding = 4) writeonly restrict buffer Next { vec4 v[]; } next;
layout(binding = 5) readonly restrict buffer Report { PoissonReport p; } report;
layout(constant_id = 8) const int color = 0;
int plane;
#ifdef KEEPS
#define CELL(c, i) ((c) == color ? texelFetch(own, i) : texelFetch(other, i))
#else
#define CELL(c, i) texelFetch(other, i)
#endif
#define FACE(c, f, i) texelFetch(faces, ((c) * 5 + (f)) * plane + (i))
#include "poisson/grid.glsl"
layout(push_constant, scalar) uniform ParamsBlock { PoissonRelaxParams p; } params;

const int width = (across + 3) / 4;  // vec4s

void put(int i, vec4 v, int lane) {
  if (across >= 4) {
    next.v[i] = v;
  } else {
    for (int n = lane; n < lane + across; ++n) next.v[i][n] = v[n];
  }
}

void row(PoissonLevel l, int z, int s, int k0, int lane, float mean, Span spans[width], inout vec4 north[width], inout vec4 here[width]) {
  int at = z * l.columns;
  float side = side_of(l, color, z, k0, k0 + width - 1, s);
  Band band = band_of(l, z);
  vec4 before = vec4(side);
  for (int k = 0; k < width; ++k) {
    int k4 = min(k0 + k, l.columns - 1);
    vec4 c = here[k];
    Around a;
    if (s == 0) {
      a.west = vec4(k == 0 ? side : before.w, c.xyz);
      a.east = c;
    } else {
      a.west = c;
      a.east = vec4(c.yzw, k == width - 1 ? side : here[min(k + 1, width - 1)].x);
    }
    wrap(l, color, z, k4, s, a.west, a.east);
    a.north = north[k];
    a.south = k0 + k < l.columns ? row_at(l, color, z + 1, k4) : vec4(0);
#ifdef VARIED
    Faces f = faces_at(l, color, z, k4);
#else
    Faces f = faces_from(l, spans[k], band);
#endif
    vec4 right = texelFetch(rhs, color * plane + at + k4) - mean;
#ifdef KEEPS
    vec4 value = over_relaxed(f, a, texelFetch(own, at + k4), right, params.p.omega);
#else
    vec4 value = relaxed(f, a, right);
#endif
    if (k0 + k < l.columns) put(at + k4, value, lane);
    before = c;
    north[k] = c;
    here[k] = a.south;
  }
}

void main() {
  PoissonLevel l = params.p.level;
  plane = l.columns * l.cells.y;
  int x = int(gl_GlobalInvocationID.x) * across, k0 = x >> 2, lane = x & 3, z0 = int(gl_GlobalInvocationID.y) * rows;
  if (k0 >= l.columns || z0 >= l.cells.y) return;
  vec4 north[width], here[width];
  Span even[width], odd[width];
  for (int k = 0; k < width; ++k) {
    int k4 = min(k0 + k, l.columns - 1);
    north[k] = row_at(l, color, z0 - 1, k4);
    here[k] = k0 + k < l.columns ? row_at(l, color, z0, k4) : vec4(0);  // p = 0 may lie there
    even[k] = span_of(l, k4, color & 1);
    odd[k] = span_of(l, k4, 1 - (color & 1));
  }
  float mean = params.p.center * report.p.mean;
  int end = min(z0 + rows, l.cells.y);
  int first = z0;
  if ((rows & 1) == 1 && (z0 & 1) == 1) row(l, first++, 1 - (color & 1), k0, lane, mean, odd, north, here);
  int z = first;
  do {
    row(l, z, color & 1, k0, lane, mean, even, north, here);
    if (z + 1 < end) row(l, z + 1, 1 - (color & 1), k0, lane, mean, odd, north, here);
    z += 2;
  } while (z < end);
}

// rhs of the coarse level: residuals summed over its cells; and its first red sweep, from zero.
// A thread owns `across` coarse cells along x, at most the eight of a vec4 of each color, which are two fine vec4s of both
// rows of a coarse row.
#pragma variants VARIED?
layout(constant_id = 8) const bool both = false;
#include "lib/shape.glsl"
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

void put(PoissonLevel c, int z, int q, vec4 pair[2], vec4 f_red, int first) {
  int i = z * c.columns + q, plane_of_coarse = c.columns * c.cells.y;
  vec4 relaxed_red = relaxed(coarse_faces_at(c, z, q), Around(vec4(0), vec4(0), vec4(0), vec4(0)), f_red);
  for (int n = first; n < first + across; ++n) {
    bool is_red = ((z + n) & 1) == 0;
    coarse_rhs.v[is_red ? i : plane_of_coarse + i][n >> 1] = pair[n >> 2][n & 3];
    if (is_red) coarse_red.v[i][n >> 1] = relaxed_red[n >> 1];
  }
}

// Restriction of the two vec4s of both fine rows of a coarse row.
void by_cells(PoissonLevel l, int z, int q, int first, out vec4 pair[2]) {
  for (int h = 0; h < 2; ++h) {
    int k = 2 * q + h;
    pair[h] = vec4(0);
    if (k >= l.columns || (across < 8 && h != first >> 2)) continue;
    pair[h] = sum_at(l, 2 * z, k);
    if (2 * z + 1 < l.cells.y) pair[h] += sum_at(l, 2 * z + 1, k);
  }
}

// The same of red alone by a thread that owns both: north, here: black of the row before and of the row, which become the
// next ones.
void by_rows(PoissonLevel l, int z, int q, Span even[2], Span odd[2], inout vec4 north[2], inout vec4 here[2], out vec4 pair[2]) {
  UNROLL for (int s = 0; s < 2; ++s) {  // red of an even row begins with its first cell
    int fine = 2 * z + s, zc = min(fine, l.cells.y - 1);
    float side = side_of(l, 0, zc, 2 * q, 2 * q + 1, s), before = side;
    Band band = band_of(l, zc);
    UNROLL for (int h = 0; h < 2; ++h) {
      int k = min(2 * q + h, l.columns - 1), i = zc * l.columns + k;
      vec4 c = here[h];
      Around a;
      a.west = s == 0 ? vec4(h == 0 ? side : before, c.xyz) : c;
      a.east = s == 0 ? c : vec4(c.yzw, h == 0 ? here[1].x : side);
      wrap(l, 0, zc, k, s, a.west, a.east);
      a.north = north[h];
      a.south = 2 * q + h < l.columns ? row_at(l, 0, fine + 1, k) : vec4(0);
#ifdef VARIED
      Faces f = faces_at(l, 0, zc, k);
#else
      Span span = even[h];
      if (s == 1) span = odd[h];
      Faces f = faces_from(l, span, band);
#endif
      vec4 r = residual_of(f, a, texelFetch(red, i), texelFetch(rhs, i) - mean);
      if (2 * q + h >= l.columns || fine >= l.cells.y) r = vec4(0);
      if (s == 0) pair[h] = r;
      else pair[h] += r;
      before = c.w;
      north[h] = c;
      here[h] = a.south;
    }
  }
}

void main() {
  PoissonLevel l = params.p.fine, c = params.p.coarse;
  plane = l.columns * l.cells.y;
  mean = params.p.center * report.p.mean;
  int x = int(gl_GlobalInvocationID.x) * across, q = x >> 3, first = x & 7;
  int coarse_plane = c.columns * c.cells.y;
  int z = int(gl_GlobalInvocationID.y) * rows, end = min(z + rows, c.cells.y);
  if (q >= c.columns || z >= end) return;
  bool by_row = across == 8 && !both;
  vec4 north[2] = vec4[2](vec4(0), vec4(0)), here[2] = vec4[2](vec4(0), vec4(0));
  Span even[2], odd[2];
  for (int h = 0; h < 2; ++h) {
    int k = min(2 * q + h, l.columns - 1);
    even[h] = span_of(l, k, 0);
    odd[h] = span_of(l, k, 1);
    if (!by_row) continue;
    north[h] = row_at(l, 0, 2 * z - 1, k);
    here[h] = 2 * q + h < l.columns ? row_at(l, 0, 2 * z, k) : vec4(0);
  }
  do {
    vec4 pair[2];
    if (by_row) by_rows(l, z, q, even, odd, north, here, pair);
    else by_cells(l, z, q, first, pair);
    vec4 even_lanes = vec4(pair[0].xz, pair[1].xz), odd_lanes = vec4(pair[0].yw, pair[1].yw);
    vec4 f_red = (z & 1) == 0 ? even_lanes : odd_lanes, f_black = (z & 1) == 0 ? odd_lanes : even_lanes;
    if (across < 8) {
      put(c, z, q, pair, f_red, first);
    } else {
      int i = z * c.columns + q;
      coarse_rhs.v[i] = f_red;
      coarse_rhs.v[coarse_plane + i] = f_black;
      coarse_red.v[i] = relaxed(coarse_faces_at(c, z, q), Around(vec4(0), vec4(0), vec4(0), vec4(0)), f_red);
    }
  } while (++z < end);
}

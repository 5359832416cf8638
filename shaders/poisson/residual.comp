// Sums of residual^2 and rhs^2, one pair per thread. After a red-black sweep without over-relaxation black has none.
// RESULT: writes the residual too; with omega 0 the product with the matrix, and sums values * product.
// A thread owns one vec4 of each color along x and walks `rows` rows.
#pragma variants RESULT? VARIED?
layout(constant_id = 8) const bool both = true;
layout(constant_id = 9) const int rows = 32;
layout(local_size_x_id = 10, local_size_y_id = 11) in;
#include "poisson/planes.glsl"
layout(binding = 4) writeonly restrict buffer Sums { vec2 v[]; } sums;
#ifdef RESULT
layout(binding = 5) writeonly restrict buffer Result { vec4 v[]; } result;
#endif
layout(push_constant, scalar) uniform ParamsBlock { PoissonRelaxParams p; } params;

vec4 r2 = vec4(0), f2 = vec4(0);

// The row above, the row itself and the one below: red and black.
void add(PoissonLevel l, int color, int z, int k, vec4 own, vec4 north, vec4 here, vec4 south, Span span, Band band) {
  int s = (z + color) & 1, i = z * l.columns + k;
  float side = side_of(l, color, z, k, k, s);
  Around a;
  a.west = s == 0 ? vec4(side, here.xyz) : here;
  a.east = s == 0 ? here : vec4(here.yzw, side);
  wrap(l, color, z, k, s, a.west, a.east);
  a.north = north;
  a.south = south;
#ifdef VARIED
  Faces f = faces_at(l, color, z, k);
#else
  Faces f = faces_from(l, span, band);
#endif
  vec4 right = texelFetch(rhs, color * plane + i) - mean;
#ifdef RESULT
  bool product = params.p.omega == 0;
  if (product) right = vec4(0);
#endif
  vec4 r = residual_of(f, a, own, right);
#ifdef RESULT
  if (product) r = -r;
  result.v[color * plane + i] = r;
  if (product) {
    r2 += own * r;
    return;
  }
#endif
  vec4 weight = (f.west + f.east) + (f.north + f.south) + f.mass;
  right = mix(vec4(0), right, greaterThan(weight, vec4(0)));
  r2 += r * r;
  f2 += right * right;
}

void main() {
  PoissonLevel l = params.p.level;
  plane = l.columns * l.cells.y;
  mean = params.p.center * report.p.mean;
  int k = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (k >= l.columns || z0 >= l.cells.y) return;
  Span even = span_of(l, k, 0), odd = span_of(l, k, 1);
  vec4 black_n = row_at(l, 0, z0 - 1, k), black_c = row_at(l, 0, z0, k);
  vec4 red_n = vec4(0), red_c = vec4(0);
  if (both) {
    red_n = row_at(l, 1, z0 - 1, k);
    red_c = row_at(l, 1, z0, k);
  }
  int end = min(z0 + rows, l.cells.y);
  int z = z0;
  do {
    Band band = band_of(l, z);
    vec4 black_s = row_at(l, 0, z + 1, k), red_s = vec4(0);
    bool whole = (z & 1) == 0;
    Span red_span = even, black_span = odd;
    if (!whole) {
      red_span = odd;
      black_span = even;
    }
    vec4 own = both ? red_c : texelFetch(red, z * l.columns + k);
    add(l, 0, z, k, own, black_n, black_c, black_s, red_span, band);
    if (both) {
      red_s = row_at(l, 1, z + 1, k);
      add(l, 1, z, k, black_c, red_n, red_c, red_s, black_span, band);
      red_n = red_c;
      red_c = red_s;
    }
    black_n = black_c;
    black_c = black_s;
  } while (++z < end);
  sums.v[gl_GlobalInvocationID.y * l.columns + k] = vec2((r2.x + r2.y) + (r2.z + r2.w), (f2.x + f2.y) + (f2.z + f2.w));
}

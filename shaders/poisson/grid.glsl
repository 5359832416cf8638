// Five-point stencils over planes of one color. Shaders define, before they include this:
//   CELL(color, i)      vec4 i of a plane of values
//   FACE(color, f, i)   vec4 i of faces west, east, north, south and of volume (VARIED)
#include "passes/poisson/poisson_params.h"
layout(constant_id = 0) const bool periodic_x = false;
layout(constant_id = 1) const bool periodic_z = false;
layout(constant_id = 2) const bool shifted = false;
layout(constant_id = 3) const bool coefficients = false;  // openness is any number: corrections cross all faces over 0

struct Faces {
  vec4 west, east, north, south, mass;
};
struct Span {  // profile along x of the cells of a vec4
  vec4 west, east, wide;
};
struct Band {  // profile along z of a row
  float north, south, tall;
};

Span span_of(PoissonLevel l, int k, int s) {
  ivec4 x = 8 * k + s + ivec4(0, 2, 4, 6);
  int last = l.cells.x - 1;
  vec4 one = mix(vec4(0), vec4(1), lessThan(x, ivec4(l.cells.x)));
  vec4 w = mix(mix(one, vec4(l.to_east), equal(x, ivec4(last))), vec4(l.west), equal(x, ivec4(0)));
  vec4 e = mix(mix(one, vec4(l.to_east), equal(x, ivec4(last - 1))), vec4(l.east), equal(x, ivec4(last)));
  return Span(l.along_x * w, l.along_x * e, mix(one, vec4(l.wide), equal(x, ivec4(last))));
}

Band band_of(PoissonLevel l, int z) {
  int last = l.cells.y - 1;
  float n = z == 0 ? l.north : z == last ? l.to_south : 1.0;
  float s = z == last ? l.south : z == last - 1 ? l.to_south : 1.0;
  return Band(l.along_z * n, l.along_z * s, z == last ? l.tall : 1.0);
}

#ifdef VARIED
Faces faces_at(PoissonLevel l, int color, int z, int k) {
  int i = z * l.columns + k;
  vec4 mass = shifted ? l.mass * FACE(color, 4, i) : vec4(0);
  return Faces(FACE(color, 0, i), FACE(color, 1, i), FACE(color, 2, i), FACE(color, 3, i), mass);
}
#endif
Faces faces_from(PoissonLevel l, Span a, Band b) {
  return Faces(a.west * b.tall, a.east * b.tall, a.wide * b.north, a.wide * b.south, a.wide * (l.mass * b.tall));
}
#ifndef VARIED
Faces faces_at(PoissonLevel l, int color, int z, int k) {
  return faces_from(l, span_of(l, k, (z + color) & 1), band_of(l, z));
}
#endif

vec4 row_at(PoissonLevel l, int color, int z, int k) {
  vec4 v = CELL(1 - color, clamp(z, 0, l.cells.y - 1) * l.columns + k);
  if (z >= 0 && z < l.cells.y) return v;
  if (!periodic_z) return vec4(0);
  int i = (z < 0 ? l.cells.y - 1 : 0) * l.columns + k;
  // Over the seam of an odd period the neighbor has the same color.
  return (l.cells.y & 1) == 0 ? CELL(1 - color, i) : CELL(color, i);
}

float pick(vec4 v, int lane) { return lane == 0 ? v.x : lane == 1 ? v.y : lane == 2 ? v.z : v.w; }
vec4 put(vec4 v, int lane, float value) { return mix(v, vec4(value), equal(ivec4(0, 1, 2, 3), ivec4(lane))); }

// Neighbors of the strip k0 .. k1 of a row of parity s, in the plane of the other color: west of it (s = 0) or east.
float side_of(PoissonLevel l, int color, int z, int k0, int k1, int s) {
  int k = s == 0 ? k0 - 1 : k1 + 1;
  vec4 v = CELL(1 - color, z * l.columns + clamp(k, 0, l.columns - 1));
  return k < 0 || k >= l.columns ? 0.0 : s == 0 ? v.w : v.x;
}

// Neighbors over the seam of a period.
void wrap(PoissonLevel l, int color, int z, int k, int s, inout vec4 west, inout vec4 east) {
  if (!periodic_x) return;
  int row = z * l.columns;
  if ((l.cells.x & 1) == 0) {
    int end = l.cells.x / 2 - 1;
    if (s == 0 && k == 0) west.x = pick(CELL(1 - color, row + (end >> 2)), end & 3);
    if (s == 1 && k == end >> 2) east = put(east, end & 3, CELL(1 - color, row).x);
  } else if (s == 0) {
    int end = l.cells.x >> 1;
    if (k == 0) west.x = pick(CELL(color, row + (end >> 2)), end & 3);
    if (k == end >> 2) east = put(east, end & 3, CELL(color, row).x);
  }
}

struct Around {
  vec4 west, east, north, south;
};
Around around(PoissonLevel l, int color, int z, int k) {
  int s = (z + color) & 1;
  vec4 here = CELL(1 - color, z * l.columns + k);
  float side = side_of(l, color, z, k, k, s);
  Around a;
  a.west = s == 0 ? vec4(side, here.xyz) : here;
  a.east = s == 0 ? here : vec4(here.yzw, side);
  wrap(l, color, z, k, s, a.west, a.east);
  a.north = row_at(l, color, z - 1, k);
  a.south = row_at(l, color, z + 1, k);
  return a;
}

vec4 weight_of(Faces f) {
  vec4 weight = (f.west + f.east) + (f.north + f.south);
  return shifted ? weight + f.mass : weight;
}

// Differences to a neighbor first: they are small and nearly exact. Cells without open faces keep 0.
vec4 relaxed(Faces f, Around a, vec4 rhs) {
  vec4 weight = weight_of(f), base = a.north;
  vec4 pull = rhs + (f.west * (a.west - base) + f.east * (a.east - base)) + f.south * (a.south - base);
  if (shifted) pull -= f.mass * base;
  return mix(vec4(0), base + pull / weight, greaterThan(weight, vec4(0)));
}

vec4 residual_of(Faces f, Around a, vec4 c, vec4 rhs) {
  vec4 r = rhs + (f.west * (a.west - c) + f.east * (a.east - c)) + (f.north * (a.north - c) + f.south * (a.south - c));
  if (shifted) r -= f.mass * c;
  return mix(vec4(0), r, greaterThan(weight_of(f), vec4(0)));
}

// From the cell's own residual, which is small and nearly exact too: over-relaxation near 2 would magnify the rounding of
// a mean that is taken first, and the residual would stay ten times as high.
vec4 over_relaxed(Faces f, Around a, vec4 own, vec4 rhs, float omega) {
  vec4 weight = weight_of(f);
  return mix(vec4(0), own + omega * residual_of(f, a, own, rhs) / weight, greaterThan(weight, vec4(0)));
}

// Four vec4s of a row in natural order from two of each color; color 0 comes first where z is even.
vec4 natural(vec4 first, vec4 second, int half_) {
  return half_ == 0 ? vec4(first.x, second.x, first.y, second.y) : vec4(first.z, second.z, first.w, second.w);
}

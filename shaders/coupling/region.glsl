// Strips of particles that stand in for a box of columns. Needs RegionParams params.p.
#include "coupling/region_squares.glsl"
layout(binding = 1, scalar) readonly buffer Sides { RegionSide v[]; } sides;

// The place of x seen from a side: how far from the line, and along it.
vec2 region_place(RegionSide s, vec2 x) { return vec2(dot(x - s.origin, s.inwards), dot(x - s.origin, s.along)); }

// The side whose strips have a place; -1: none.
int region_owner(vec2 x) {
  int owner = -1;
  float nearest = params.p.band;
  for (int k = 0; k < params.p.sides; ++k) {
    float away = region_place(sides.v[k], x).x;
    if (away >= nearest) continue;
    nearest = away;
    owner = k;
  }
  return owner;
}

// A quadratic B-spline, whose translates by 1 sum up to 1. Sums over a lattice of any distance under 1 are so near to the
// integral that water at rest looks level from all strips; those over a tent are off by up to several per cent.
float region_bell(float x) {
  float a = abs(x), rest = max(1.5 - a, 0.0);
  return a < 0.5 ? 0.75 - a * a : 0.5 * rest * rest;
}
// Weights of what is behind a side, from a band behind the line to two, in the middle of it most, weighs for the three nearest strips.
struct RegionShares {
  uint all;  // 0: it is not there
  uint of[3];
  int strip[3];
};
RegionShares region_shares(RegionSide s, vec2 xz, float weight) {
  vec2 place = region_place(s, xz);
  RegionShares out_;
  float whole = max(weight * (1.0 - abs(2.0 * place.x / params.p.band - 3.0)), 0.0);
  float at = place.y / s.width;
  int middle = int(floor(at));
  float off = at - float(middle) - 0.5;
  out_.all = uint(whole);
  out_.of[0] = uint(whole * region_bell(off + 1.0));
  out_.of[2] = uint(whole * region_bell(off - 1.0));
  out_.of[1] = out_.all - out_.of[0] - out_.of[2];
  for (int n = 0; n < 3; ++n) {
    int k = middle - 1 + n;
    k = k < 0 ? -1 - k : k >= s.strips ? 2 * s.strips - 1 - k : k;  // beyond its ends a side is as in a mirror
    out_.strip[n] = s.first + clamp(k, 0, s.strips - 1);
  }
  return out_;
}

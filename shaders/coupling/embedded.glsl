// Strips along the sides of an embedded particle domain. Needs EmbeddedParams params.p.
#include "coupling/embedded_squares.glsl"
layout(binding = 1, scalar) readonly buffer Sides { EmbeddedSide v[]; } sides;

// Distance of x from a side, and place along it.
vec2 embedded_place(EmbeddedSide s, vec2 x) { return vec2(dot(x - s.origin, s.inwards), dot(x - s.origin, s.along)); }

// Index of the side whose strips contain a place; -1: none.
int embedded_owner(vec2 x) {
  int owner = -1;
  float nearest = params.p.band;
  for (int k = 0; k < params.p.sides; ++k) {
    float away = embedded_place(sides.v[k], x).x;
    if (away >= nearest) continue;
    nearest = away;
    owner = k;
  }
  return owner;
}

// Quadratic B-spline; its translates by 1 sum to 1. Sums over a lattice with distances under 1 are so close to the integral
// that still water looks level from all strips; with a tent they are off by several per cent.
float embedded_bell(float x) {
  float a = abs(x), rest = max(1.5 - a, 0.0);
  return a < 0.5 ? 0.75 - a * a : 0.5 * rest * rest;
}
// Weights of a place one to two bands behind a side for the three nearest strips.
struct EmbeddedShares {
  uint all;  // 0: it is not there
  uint of[3];
  int strip[3];
};
EmbeddedShares embedded_shares(EmbeddedSide s, vec2 xz, float weight) {
  vec2 place = embedded_place(s, xz);
  EmbeddedShares out_;
  float whole = max(weight * (1.0 - abs(2.0 * place.x / params.p.band - 3.0)), 0.0);
  float at = place.y / s.width;
  int middle = int(floor(at));
  float off = at - float(middle) - 0.5;
  out_.all = uint(whole);
  out_.of[0] = uint(whole * embedded_bell(off + 1.0));
  out_.of[2] = uint(whole * embedded_bell(off - 1.0));
  out_.of[1] = out_.all - out_.of[0] - out_.of[2];
  for (int n = 0; n < 3; ++n) {
    int k = middle - 1 + n;
    k = k < 0 ? -1 - k : k >= s.strips ? 2 * s.strips - 1 - k : k;  // beyond its ends a side is as in a mirror
    out_.strip[n] = s.first + clamp(k, 0, s.strips - 1);
  }
  return out_;
}

// Strips of particles that stand in for a box of columns. Needs RegionParams params.p.
#include "exchange/region_squares.glsl"
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

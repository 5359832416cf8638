// Columns of the shallow-water kernels.
#include "columns/grid.glsl"
#include "passes/shallow/shallow_params.h"

vec2 discharge_of(uvec4 water) { return uintBitsToFloat(water.zw); }
uvec4 water_texel(vec2 depth, vec2 discharge) { return uvec4(floatBitsToUint(depth), floatBitsToUint(discharge)); }

// Faces: a row has nx + 1 of those across x, one more than columns; face (i, j) lies on the low side of column (i, j).
int face_of(ivec2 c) { return c.y * (nx + 1) + c.x; }

// Borders: those of the sides -x, +x, -z, +z, one after the other.
int border_of(int side, int k) { return (side > 0 ? nz : 0) + (side > 1 ? nz : 0) + (side > 2 ? nx : 0) + k; }

// Depth and its rounding rest: sums keep what they lose (two-sum [Knuth 1969]).
void add(inout vec2 h, float x) {
  precise float s = h.x + x;
  precise float v = s - h.x;
  precise float lost = (h.x - (s - v)) + (x - v);
  h.x = s;
  h.y += lost;
}

// Head of a hull, m: it acts as higher ground under its water. `hull`: a texel of hull_head.
float head_of(vec2 hull) { return hull.x + max(-hull.y - 1.0, 0.0); }

// Velocity of a column; of films it goes to zero with their depth [Kurganov & Petrova 2007].
vec2 velocity_in(vec2 q, float h) {
  if (h >= shallow_slow) return q / h;
  float x = h / shallow_slow, x2 = x * x;
  return h > shallow_film ? q * (1.414213562 * x / (shallow_slow * sqrt(1.0 + x2 * x2))) : vec2(0);
}

// Discharge after friction: q' = q - dt g n^2 |q'| q' / h^(7/3), solved for q'.
vec2 rubbed(vec2 q, float h, float manning, float dt) {
  float size = length(q);
  if (h <= shallow_film || size == 0.0) return vec2(0);
  float a = dt * manning * size * pow(h, -7.0 / 3.0);
  return q * (2.0 / (1.0 + sqrt(1.0 + 4.0 * a)));
}

// No water is faster than it can be by falling.
vec2 bounded(vec2 q, float h, float fastest) {
  float size = length(q), most = fastest * h;
  return size > most ? q * (most / size) : q;
}

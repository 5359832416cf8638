// Smoothed level that moves a body: separable weights of the cells around it, cubic B-splines with knots at whole
// cells (partition of unity). Walls mirror the weights, periodic axes wrap.
#ifndef SHADERS_BODIES_LEVEL_GLSL
#define SHADERS_BODIES_LEVEL_GLSL
#include "passes/bodies/bodies_params.h"

// Value, first and second derivative at t cells from the middle, of a B-spline with integral 1.
vec3 level_spline(float t, float knot) {
  float u = t / knot, a = abs(u), side = u < 0.0 ? -1.0 : 1.0;
  vec3 b = vec3(0.0);
  if (a < 1.0) {
    b = vec3(2.0 / 3.0 - a * a + 0.5 * a * a * a, side * (1.5 * a * a - 2.0 * a), 3.0 * a - 2.0);
  } else if (a < 2.0) {
    float c = 2.0 - a;
    b = vec3(c * c * c / 6.0, -0.5 * side * c * c, c);
  }
  return b / vec3(knot, knot * knot, knot * knot * knot);
}

// Weight of cell i of n, with its images; those farther off are met by windows wider than half of all cells alone.
vec3 level_axis(int i, int n, bool wraps, float middle, float knot) {
  int low = wraps ? i - n : -1 - i, high = wraps ? i + n : 2 * n - 1 - i;
  vec3 sum = level_spline(float(i) - middle, knot) +
             (level_spline(float(low) - middle, knot) + level_spline(float(high) - middle, knot));
  if (2.0 * knot > float(n))
    sum += level_spline(float(i - 2 * n) - middle, knot) + level_spline(float(i + 2 * n) - middle, knot);
  return sum;
}

// First and last cell of the window; a periodic axis counts on beyond its ends, but meets no cell twice.
ivec2 level_window(int n, bool wraps, float middle, float knot) {
  int first = int(ceil(middle - 2.0 * knot)), last = int(floor(middle + 2.0 * knot));
  if (!wraps) return ivec2(max(first, 0), min(last, n - 1));
  return last - first + 1 >= n ? ivec2(0, n - 1) : ivec2(first, last);
}

vec2 level_middle(vec2 place, vec3 origin, vec2 cell, uvec2 cells) {
  return (place - origin.xz) / cell + 0.5 * vec2(cells) - 0.5;
}

// Weights of level and slope at a cell, from its values along the axes.
vec3 level_weights(vec3 x, vec3 z, BodyFloat f, vec2 cell) {
  float level = x.x * z.x / f.norm;
  return vec3(level, vec2(-x.y * z.x / cell.x, -x.x * z.y / cell.y) - level * f.lean);
}
#endif

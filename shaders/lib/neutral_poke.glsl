// Volume-neutral depression with a rim: cells exchange volume through their faces (passes/grid/poke.h), so the total
// is exactly zero. Closed sides reflect the part beyond them.
#ifndef SHADERS_LIB_NEUTRAL_POKE_GLSL
#define SHADERS_LIB_NEUTRAL_POKE_GLSL
#include "passes/grid/poke.h"

struct NeutralPoke {
  vec2 a, b;  // meters: ends of the segment that the profile counts from
  vec2 cell;
  float radius;
  ivec2 low, high;  // closed sides, as faces along x and z
  bvec2 periodic;   // axes without closed sides
  ivec2 cells;
};

// Part along an axis at a place in cells.
float poke_part(NeutralPoke p, vec2 place, int axis) {
  vec2 at = place * p.cell, period = vec2(p.periodic) * vec2(p.cells) * p.cell, along = p.b - p.a;
  at -= period * round((at - 0.5 * (p.a + p.b)) / max(period, vec2(1e-20)));
  float span = dot(along, along), t = span > 0.0 ? clamp(dot(at - p.a, along) / span, 0.0, 1.0) : 0.0;
  vec2 off = at - p.a - t * along;
  return off[axis] * poke_stream(dot(off, off) / (p.radius * p.radius));
}

// Mirror image of a place at the nearer closed side.
float poke_image(float at, int low, int high) { return 2.0 * at < float(low + high) ? 2.0 * float(low) - at : 2.0 * float(high) - at; }

// Through the face between cell f - (axis) and cell f, m. Faces of periodic axes as their first cell has them.
float poke_through(NeutralPoke p, ivec2 f, int axis) {
  int other = 1 - axis;
  if (p.periodic[axis]) {
    f[axis] = f[axis] == p.cells[axis] ? 0 : f[axis];
  } else if (f[axis] <= p.low[axis] || f[axis] >= p.high[axis]) {
    return 0.0;
  }
  vec2 at = vec2(f);
  at[other] += 0.5;
  float sum = poke_part(p, at, axis);
  vec2 image = at;
  if (!p.periodic[axis]) {
    image[axis] = poke_image(at[axis], p.low[axis], p.high[axis]);
    sum -= poke_part(p, image, axis);
  }
  if (!p.periodic[other]) {
    at[other] = poke_image(at[other], p.low[other], p.high[other]);
    image[other] = at[other];
    sum += poke_part(p, at, axis);
    if (!p.periodic[axis]) sum -= poke_part(p, image, axis);
  }
  return sum;
}
#endif

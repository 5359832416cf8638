// Departure or arrival point: second-order path through the velocity, clipped to the grid and to obstacles.
layout(binding = 0) uniform samplerBuffer u;
layout(binding = 1) uniform samplerBuffer w;
layout(binding = 2) uniform samplerBuffer solid;
#include "fluid/passage.glsl"

// A place as cell coordinates: base + offset; the offsets to reach the grids of u and of w from it.
struct Place {
  ivec2 base;
  vec2 half_cells;  // place in cells = base + half_cells
};
const Place no_place = Place(ivec2(0), vec2(0));

vec2 velocity_of(Place s, vec2 off, FluidParams p) {
  vec2 at = s.half_cells + off;
  return velocity_at(u, w, s.base, at - vec2(0.0, 0.5), s.base, at - vec2(0.5, 0.0), p);
}

// The same where the place is the middle of face f of u or of w, or of cell f: there most weights are 0.
vec2 velocity_at_u(ivec2 f, FluidParams p) {
  ivec2 at = ivec2(periodic_x ? wrapped(f.x, nx) : f.x, f.y);
  return vec2(texelFetch(u, face_x(at)).x, bilinear(corners_w(w, f - ivec2(1, 0), p), vec2(0.5))) * per_cell(p);
}
vec2 velocity_at_w(ivec2 f, FluidParams p) {
  ivec2 at = ivec2(f.x, periodic_z ? wrapped(f.y, nz) : f.y);
  return vec2(bilinear(corners_u(u, f - ivec2(0, 1), p), vec2(0.5)), texelFetch(w, face_z(at)).x) * per_cell(p);
}
vec2 velocity_at_cell(ivec2 c, FluidParams p) {
  ivec2 e = ivec2(periodic_x ? wrapped(c.x + 1, nx) : c.x + 1, c.y), s = ivec2(c.x, periodic_z ? wrapped(c.y + 1, nz) : c.y + 1);
  return vec2(mix(texelFetch(u, face_x(c)).x, texelFetch(u, face_x(e)).x, 0.5),
              mix(texelFetch(w, face_z(c)).x, texelFetch(w, face_z(s)).x, 0.5)) * per_cell(p);
}

struct Trace {
  vec2 offset;   // cells
  bool whole;    // neither a side nor an obstacle cut it short
  bool outside;  // it began beyond a side that fluid flows in through
};

Trace bounded(Place s, vec2 offset) {
  Trace t;
  vec2 start = vec2(s.base) + s.half_cells;
  vec2 low = -start, high = vec2(nx, nz) - start;
  vec2 o = offset;
  t.outside = (edge_west == fluid_edge_inflow && o.x < low.x) || (edge_east == fluid_edge_inflow && o.x > high.x) ||
              (edge_north == fluid_edge_inflow && o.y < low.y) || (edge_south == fluid_edge_inflow && o.y > high.y);
  if (!periodic_x) o.x = clamp(o.x, low.x, high.x);
  if (!periodic_z) o.y = clamp(o.y, low.y, high.y);
  t.whole = o == offset;
  if (solids) {
    Walk walk = walked(s.base, s.half_cells, o);
    if (walk.stopped) {
      o = walk.offset;
      t.whole = false;
      t.outside = false;
    }
  }
  t.offset = o;
  return t;
}

Trace trace(Place s, vec2 here, float dt, FluidParams p) {
  Trace t = bounded(s, 0.5 * dt * here);
  return bounded(s, dt * velocity_of(s, t.offset, p));
}

// Column states for the fluxes, at the start of a sub-step or after its first stage.
#include "shallow/water.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer schedule;
#include "shallow/storage.glsl"
#include "shallow/face.glsl"
#ifdef HULLS
layout(binding = 3) uniform samplerBuffer hull_head;
#endif
#ifdef FED
layout(binding = 4) uniform samplerBuffer feed;  // w: depth that a level edge keeps, share of an inflow
#endif
#ifdef BED_STEPS
#include "shallow/bed_steps.glsl"
#endif
layout(constant_id = 7) const int eddies = shallow_eddies_none;
layout(constant_id = 8) const bool has_borders = false;  // another grid begins at a border
layout(push_constant, scalar) uniform ParamsBlock { ShallowParams p; } params;

// The column at c; u along x, v along z.
Cell cell_at(ivec2 c) {
  uvec4 t = texelFetch(water, index_of(c));
  vec2 depth = open_depth(t, c);
  float ground = plane_at(bed, c), h = depth.x;
#ifdef HULLS
  ground += head_of(texelFetch(hull_head, index_of(c)).xy);
#endif
  // Rounded once: columns of a lake at rest have one level, whatever their grounds.
  vec2 level = vec2(ground, 0.0);
  add(level, h);
  bool wet = h > shallow_film;
  vec2 u = velocity_in(discharge_of(t), has_walls ? depth_of(t) : h);
  return Cell(wet ? h : 0.0, ground, wet ? level.x + (level.y + depth.y) : ground, u.x, u.y);
}

#include "shallow/cut.glsl"

// For faces across z.
Cell turned(Cell c) { return Cell(c.h, c.bed, c.w, c.v, c.u); }
Cell turned(Cell c, int axis) { return axis == 0 ? c : turned(c); }

// Ghost column beyond the border: the mirror image at a wall, else as much water on ground that goes on as it comes, or, where
// the next column is dry and its level that of its ground, goes on level.
Cell beyond(Cell c, Cell next, bool wall) {
  if (wall) {
    c.u = -c.u;
  } else if (c.h > 0.0 && next.h > shallow_film) {
    c.bed += c.bed - next.bed;
    c.w = c.bed + c.h;
  }
  return c;
}

#ifdef BED_STEPS
// A column beyond a bed step over which water falls is no neighbor of m: to the one that gives, the face is an open edge, to
// the one below, a wall.
void cut_at_bed_steps(inout Cell l, Cell m, inout Cell r, ivec2 c, int axis) {
  ivec2 next = c + (axis == 0 ? ivec2(1, 0) : ivec2(0, 1));
  uint low = c[axis] > 0 && inside(c) ? falls_at(c, axis) : 0u, high = inside(next) ? falls_at(next, axis) : 0u;
  Cell left = l, right = r;
  if (high != 0u) right = m;
  if (low != 0u) left = m;
  if (low != 0u) l = beyond(m, right, low == shallow_falls_up);
  if (high != 0u) r = beyond(m, left, high == shallow_falls_down);
}
#endif

// Velocity of which h is the depth over the open part after friction: both count per stored depth.
vec2 rubbed_at(ivec2 c, vec2 q, vec2 h, float manning, float dt) {
  if (!has_walls || h.x <= shallow_film) return rubbed(q, h.x, manning, dt);
  float open = open_depth(water_texel(h, q), c).x;
  return rubbed(q * (open / h.x), open, manning, dt) * (h.x / open);
}

// Share of a meter of depth that may leave through a face, m^2/s per meter. `size`: of a column across the face.
float most_through(float size, float dt) { return params.p.share * (1.0 - shallow_margin) * size / dt; }

// Depth and its rounding rest after the mass through the sides. Both columns of a face compute the very same amount.
void add_flux(inout vec2 h, vec4 mass, vec2 per) {
  precise vec4 moved = mass * per.xxyy;
  add(h, moved.x);
  add(h, -moved.y);
  add(h, moved.z);
  add(h, -moved.w);
}
// Share of the momentum that linear friction leaves.
float slowed(float dt) { return params.p.friction > 0.0 ? exp(-dt * params.p.friction) : 1.0; }

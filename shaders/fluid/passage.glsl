// Connectivity of cells: fluid passes open faces, and corners through either of the two adjacent cells. Needs
// fluid/grid.glsl and `solid`.
layout(binding = 12) uniform samplerBuffer open_x;
layout(binding = 13) uniform samplerBuffer open_z;

bool is_solid(ivec2 c) { return texelFetch(solid, index_of(cell_at(c))).z <= 0.0; }

// The cell itself along periodic axes, else the nearest one of the grid.
ivec2 held_in(ivec2 c) {
  return ivec2(periodic_x ? c.x : clamp(c.x, 0, nx - 1), periodic_z ? c.y : clamp(c.y, 0, nz - 1));
}
bool passes_x(int west, int z) {
  ivec2 f = cell_at(ivec2(west + 1, z));
  return texelFetch(open_x, face_x(f)).x > 0.0;
}
bool passes_z(int x, int north) {
  ivec2 f = cell_at(ivec2(x, north + 1));
  return texelFetch(open_z, face_z(f)).x > 0.0;
}

// True if fluid gets from a cell to one that touches it. Cells as held_in() gives them.
bool passes(ivec2 a, ivec2 b) {
  if (a == b) return true;
  int west = min(a.x, b.x), north = min(a.y, b.y);
  if (a.y == b.y) return passes_x(west, a.y);
  if (a.x == b.x) return passes_z(a.x, north);
  return (passes_x(west, a.y) && passes_z(b.x, north)) || (passes_z(a.x, north) && passes_x(west, b.y));
}

// The same for a cell up to two away, by the cell next to it on the way.
bool reaches(ivec2 a, ivec2 b) {
  ivec2 next = a + clamp(b - a, ivec2(-1), ivec2(1));
  if (!passes(a, next)) return false;
  ivec2 second = next + clamp(b - next, ivec2(-1), ivec2(1));
  return passes(next, second);
}

struct Walk {
  vec2 offset;  // cells, up to the last step before what is in the way
  bool stopped;
};

// From base + half_cells on by `o` cells, until an obstacle is in the way. No step is longer than half a cell.
Walk walked(ivec2 base, vec2 half_cells, vec2 o) {
  int steps = clamp(int(clamp(ceil(2.0 * max(abs(o.x), abs(o.y))), 1.0, 256.0)), 1, 256);
  vec2 stride = o / float(steps);
  Walk walk = Walk(vec2(0), false);
  ivec2 from = held_in(base + ivec2(floor(half_cells)));
  for (int k = 1; k <= steps && !walk.stopped; ++k) {
    ivec2 to = held_in(base + ivec2(floor(half_cells + stride * float(k))));
    walk.stopped = is_solid(to) || (to != from && !passes(from, to));
    if (!walk.stopped) walk.offset = stride * float(k);
    from = to;
  }
  return walk;
}

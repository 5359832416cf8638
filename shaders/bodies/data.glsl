// Buffers shared by the kernels of bodies, and the hull's points in world space.
#ifndef SHADERS_BODIES_DATA_GLSL
#define SHADERS_BODIES_DATA_GLSL
#include "lib/bodies.glsl"
#include "lib/meet.glsl"
layout(local_size_x_id = 7) in;  // before gl_WorkGroupSize is used, which else is 1
layout(binding = 0, scalar) uniform ParamsBlock { BodyParams p; } params;
layout(binding = 1, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4, scalar) readonly buffer HullPoints { vec3 v[]; } hull_points;
layout(binding = 5, scalar) readonly buffer HullFacets { uvec3 v[]; } hull_facets;
// Two per point: r from the center of mass in the world's axes, and depth; the water's velocity.
layout(binding = 6, scalar) coherent buffer Points { vec4 v[]; } points;

// Without what only rounding has left in the components: a sum over a symmetric hull is symmetric, and a body on an
// unstable balance stays there. 2^-14 of `scale` is far over the rounding of hundreds of facets.
vec3 without_rounding(vec3 v, float scale) {
  float unit = exp2(floor(log2(max(scale, 1e-30))) - 14.0);
  return unit * round(v / unit);
}

// Water that gives way all under the hull answers a clock step late, which feeds its swing; pressure a little ahead of the
// motion takes from it: by the depth that is added for a rise. Never a force out of the air.
float behind_rise(float rise, float depth) { return -clamp(params.p.ahead * rise, -0.5 * depth, 0.5 * depth); }
float pressed_depth(float rise, float depth) { return depth <= 0.0 ? depth : depth + behind_rise(rise, depth); }

// A bit for each water that bodies may come to, in the order in which these are asked.
int mark() { return 1 << params.p.known; }

void store_point(uint at, vec3 r, Water water, float depth) {
  points.v[at] = vec4(r, depth);
  points.v[at + 1u] = vec4(water.flow.x, water.rate, water.flow.y, float(mark()));
}

uint point_at(BodyRecord record, uint i) { return 2u * (record.first_point + i); }
// After the points of a body, one vec4 for each facet: level (world y), bits of the waters that have it (of a body that
// comes to several: also how much of the facet these have).
uint level_at(BodyKind kind, BodyRecord record, uint i) { return point_at(record, kind.vertices) + i; }

uvec3 corners_at(BodyKind kind, BodyRecord record, uint i) {
  uvec3 f = hull_facets.v[kind.first_facet + i];
  return uvec3(point_at(record, f.x), point_at(record, f.y), point_at(record, f.z));
}

// Facets that come twice, of both diagonals of a quad, count half.
float facet_weight(BodyKind kind, uint i) { return i < kind.whole ? 1.0 : 0.5; }

// Corners of a facet with the depths that press them, under the level of the facet where they are in the water that has it:
// ahead of the hull's rise. What its turning adds stands in bodies/step.comp. `ahead`: share of the corners that are so.
mat3x4 facet_corners(BodyState body, BodyKind kind, BodyRecord record, uint i, out float ahead) {
  ahead = 0.0;
  uvec3 at = corners_at(kind, record, i);
  vec4 level = points.v[level_at(kind, record, i)];
  mat3x4 out_;
  for (int k = 0; k < 3; ++k) {
    vec4 corner = points.v[at[k]];
    int marked = int(points.v[at[k] + 1u].w);
    bool whole = (int(level.y) & marked) != 0 && corner.w != -1.0;
    if (whole) corner.w = level.x - body.position.y - corner.y;
    out_[k] = corner;
#ifdef BODIES_ACROSS
    if (whole || (marked & params.p.pressing) == 0) continue;
#endif
    out_[k].w = pressed_depth(body.velocity.y, corner.w);
    ahead += 1.0 / 3.0;
  }
  return out_;
}

bool any_wet(uvec3 at) { return max(points.v[at.x].w, max(points.v[at.y].w, points.v[at.z].w)) > 0.0; }

// Place of a facet, x and z, and the extent over which it spreads its displacement, in meters to each side.
void facet_spread(BodyState body, BodyKind kind, BodyRecord record, uint facet, out vec2 xz, out vec2 spread) {
  uvec3 at = corners_at(kind, record, facet);
  vec2 a = points.v[at.x].xz, b = points.v[at.y].xz, c = points.v[at.z].xz;
  xz = body.position.xz + (a + b + c) / 3.0;
  spread = 0.7 * (max(a, max(b, c)) - min(a, min(b, c)));
}

// Checks whether a facet's tent is wider than a cell: then the level is taken by it, else at the corners.
bool is_felt_whole(vec2 spread) {
  return any(greaterThan(spread * vec2(params.p.cells), params.p.size));
}

// Fills the points of one body; all threads of its group must pass here. share: of the clock step.
void place_points(BodyState body, mat3 axes, BodyKind kind, BodyRecord record, float share) {
  for (uint i = gl_LocalInvocationIndex; i < kind.vertices; i += gl_WorkGroupSize.x) {
    vec3 r = axes * hull_points.v[kind.first_vertex + i];
    vec3 world = body.position + r;
    Water water = water_at(params.p, world.xz, share);
    store_point(point_at(record, i), r, water, water.coverage > 0.5 ? water.level - world.y : -1.0);
  }
  meet_with_buffers();
  for (uint i = gl_LocalInvocationIndex; i < kind.facets; i += gl_WorkGroupSize.x) {
    uvec3 at = corners_at(kind, record, i);
    vec4 level = vec4(0.0);
    if (any_wet(at)) {
      vec2 xz, spread;
      facet_spread(body, kind, record, i, xz, spread);
      if (is_felt_whole(spread) && water_around(params.p, xz, share, spread, level.x)) level.y = float(mark());
    }
    points.v[level_at(kind, record, i)] = level;
  }
  meet_with_buffers();
}

#ifdef BODIES_ACROSS
// Checks whether a place belongs to this water: not beyond its border, and the body not under its ground.
bool is_here(BodyState body, BodyKind kind, vec2 xz, float level) {
  vec2 place = (xz - params.p.origin.xz) / params.p.size + 0.5;
#ifndef BODIES_CUT
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)))) return false;
#endif
  if (!has_flow) return true;
  ivec2 cell = clamp(ivec2(place * vec2(params.p.cells)), ivec2(0), ivec2(params.p.cells) - 1);
  return body.position.y + kind.radius > level - texelFetch(flow, cell, 0).z;
}

// Share of a rectangle within the grid.
float share_inside(vec2 xz, vec2 spread) {
  vec2 half_ = 0.5 * params.p.size, from = xz - params.p.origin.xz;
  vec2 least = max(from - spread, -half_), most = min(from + spread, half_);
  vec2 inside_ = clamp((most - least) / max(2.0 * spread, vec2(1e-6)), 0.0, 1.0);
  return inside_.x * inside_.y;
}

// The same of a body that comes and goes: dry beyond the grid's border, and where it lies under the water's ground.
// With BODIES_CUT facets are cut at the border (bodies/cut.glsl). `more`: points keep the water that they are deeper in.
void place_points_across(BodyState body, mat3 axes, BodyKind kind, BodyRecord record, float share, bool more) {
  for (uint i = gl_LocalInvocationIndex; i < kind.vertices; i += gl_WorkGroupSize.x) {
    vec3 r = axes * hull_points.v[kind.first_vertex + i];
    vec3 world = body.position + r;
    Water water = water_at(params.p, world.xz, share);
    bool wet = is_here(body, kind, world.xz, water.level) && water.coverage > 0.5;
    float depth = wet ? water.level - world.y : -1.0;
    uint at = point_at(record, i);
    if (more && depth <= points.v[at].w) continue;
    store_point(at, r, water, depth);
  }
  meet_with_buffers();
  for (uint i = gl_LocalInvocationIndex; i < kind.facets; i += gl_WorkGroupSize.x) {
    uvec3 at = corners_at(kind, record, i);
    uint place = level_at(kind, record, i);
    vec4 level = more ? points.v[place] : vec4(0.0);
    if (any_wet(at)) {
      vec2 xz, spread;
      facet_spread(body, kind, record, i, xz, spread);
      float inside_ = share_inside(xz, spread);
      float around;
      bool water = is_felt_whole(spread) && water_around(params.p, xz, share, spread, around);
      float lowest = body.position.y + min(points.v[at.x].y, min(points.v[at.y].y, points.v[at.z].y));
      if (water && around > lowest && inside_ > 0.0 && is_here(body, kind, xz, around)) {
        level.w += inside_;
        level.x += (around - level.x) * inside_ / level.w;
        level.y = float(int(level.y) | mark());
      }
    }
    points.v[place] = level;
  }
  meet_with_buffers();
}
#endif

// The same in a plane: level at the center of mass (world y), its slope, the rate of its rise.
void place_points_in_plane(BodyState body, mat3 axes, BodyKind kind, BodyRecord record, float level, vec2 slope,
                           float rate) {
  for (uint i = gl_LocalInvocationIndex; i < kind.vertices; i += gl_WorkGroupSize.x) {
    vec3 r = axes * hull_points.v[kind.first_vertex + i];
    float depth = level + dot(slope, r.xz) - (body.position.y + r.y);
    points.v[2 * (record.first_point + i)] = vec4(r, depth);
    points.v[2 * (record.first_point + i) + 1] = vec4(0.0, rate, 0.0, 0.0);
  }
  meet_with_buffers();
}
#endif

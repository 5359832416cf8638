// Buffers that the kernels of bodies share, and the hull's points in the world.
#ifndef LIB_BODIES_DATA_GLSL
#define LIB_BODIES_DATA_GLSL
#include "lib/bodies.glsl"
#include "lib/meet.glsl"
layout(local_size_x_id = 7) in;  // before gl_WorkGroupSize is used, which else is 1
#ifdef BODIES_ACROSS  // BodyAcrossParams
layout(binding = 0, scalar) uniform ParamsBlock {
  BodyParams p;
  BodyReach waters[body_most_reaches];
  uint reaches;
  float splat;
} params;
#else
layout(binding = 0, scalar) uniform ParamsBlock { BodyParams p; } params;
#endif
layout(binding = 1, scalar) readonly buffer Now { BodyState v[]; } now;
layout(binding = 2, scalar) readonly buffer Kinds { BodyKind v[]; } kinds;
layout(binding = 3, scalar) readonly buffer Records { BodyRecord v[]; } records;
layout(binding = 4, scalar) readonly buffer HullPoints { vec3 v[]; } hull_points;
layout(binding = 5, scalar) readonly buffer HullFacets { uvec3 v[]; } hull_facets;
// Two per point: r from the centre of mass in the world's axes, and depth; the water's velocity.
layout(binding = 6, scalar) coherent buffer Points { vec4 v[]; } points;

// Without what only rounding has left in the components: a sum over a symmetric hull is symmetric, and a body on an
// unstable balance stays there. 2^-14 of `scale` is far over the rounding of hundreds of facets.
vec3 without_rounding(vec3 v, float scale) {
  float unit = exp2(floor(log2(max(scale, 1e-30))) - 14.0);
  return unit * round(v / unit);
}

// Fills the points of one body; all threads of its group must pass here. share: of the clock step.
void place_points(BodyState body, mat3 axes, BodyKind kind, BodyRecord record, float share) {
  for (uint i = gl_LocalInvocationIndex; i < kind.vertices; i += gl_WorkGroupSize.x) {
    vec3 r = axes * hull_points.v[kind.first_vertex + i];
    vec3 world = body.position + r;
    Water water = water_at(params.p, world.xz, share);
    float depth = water.coverage > 0.5 ? water.level - world.y : -1.0;
    // Water that gives way all under the hull answers a clock step late, which feeds its swing; pressure a little ahead
    // of the motion takes from it. Never a force out of the air.
    if (depth > 0.0)
      depth -= clamp(params.p.ahead * (body.velocity + cross(body.spin, r)).y, -0.5 * depth, 0.5 * depth);
    vec3 velocity = vec3(0.0, water.rate, 0.0);
    velocity.xz += water.flow;
    points.v[2 * (record.first_point + i)] = vec4(r, depth);
    points.v[2 * (record.first_point + i) + 1] = vec4(velocity, 0.0);
  }
  meet_with_buffers();
}

#ifdef BODIES_ACROSS
// Where particles stand in for columns, the nearest place on an open side of theirs: as the water is there it goes on.
bool out_of_hollow(inout vec2 xz) {
  for (uint j = 0u; j < min(params.reaches, uint(body_most_reaches)); ++j) {
    BodyReach w = params.waters[j];
    if (w.hollow == 0 || any(lessThanEqual(xz, w.low)) || any(greaterThanEqual(xz, w.high))) continue;
    float nearest = 1e30;
    vec2 best = xz;
    for (int side = 0; side < 4; ++side) {
      int axis = side >> 1;
      bool high = (side & 1) != 0;
      float line = high ? w.high[axis] : w.low[axis], way = abs(xz[axis] - line);
      if ((high ? w.inner_high[axis] : w.inner_low[axis]) == line || way >= nearest) continue;
      nearest = way;
      best = xz;
      best[axis] = line;
    }
    xz = best;
    return true;
  }
  return false;
}

// The same of a body that comes and goes: dry beyond the grid's border, and where it lies under the water's ground.
// Where particles stand in for columns, the level of those around goes on: facets are cut behind the bands of these
// (bodies/cut.glsl), as they are at the border too with BODIES_CUT. `more`: points keep the water that they are deeper in.
void place_points_across(BodyState body, mat3 axes, BodyKind kind, BodyRecord record, float share, bool more) {
  for (uint i = gl_LocalInvocationIndex; i < kind.vertices; i += gl_WorkGroupSize.x) {
    vec3 r = axes * hull_points.v[kind.first_vertex + i];
    vec3 world = body.position + r;
    uint at = 2u * (record.first_point + i);
    float depth = -1.0;
    bool hollow = out_of_hollow(world.xz);
    vec2 place = (world.xz - params.p.origin.xz) / params.p.size + 0.5;
#ifdef BODIES_CUT
    bool within = true;
#else
    bool within = all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, vec2(1.0)));
#endif
    Water water = water_at(params.p, world.xz, share);
    if (within && has_flow) {
      ivec2 cell = clamp(ivec2(place * vec2(params.p.cells)), ivec2(0), ivec2(params.p.cells) - 1);
      within = body.position.y + kind.radius > water.level - texelFetch(flow, cell, 0).z;
    }
    if (within && (water.coverage > 0.5 || hollow)) depth = water.level - world.y;
    if (depth > 0.0)
      depth -= clamp(params.p.ahead * (body.velocity + cross(body.spin, r)).y, -0.5 * depth, 0.5 * depth);
    if (more && depth <= points.v[at].w) continue;
    vec3 velocity = vec3(0.0, water.rate, 0.0);
    velocity.xz += water.flow;
    points.v[at] = vec4(r, depth);
    points.v[at + 1u] = vec4(velocity, 0.0);
  }
  meet_with_buffers();
}
#endif

// The same in a plane: level at the centre of mass (world y), its slope, the rate of its rise.
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

// Distributes the water column that each wetted facet displaces to the surrounding cells, with the weights by which
// it samples the level (lib/bodies.glsl). Integer quanta make the sums independent of their order.
#pragma variants ACROSS?
#define BODIES_WATER
#ifdef ACROSS
#define BODIES_ACROSS
#define BODIES_CUT
#endif
#define BODIES_SUMS 1
#include "bodies/data.glsl"
#include "bodies/hull.glsl"
#include "bodies/cut.glsl"
#ifndef ACROSS
#include "bodies/border.glsl"
#endif
#include "bodies/basins.glsl"
#include "bodies/sums.glsl"
layout(binding = 7) coherent buffer Columns { int v[]; } columns;
layout(constant_id = 12) const bool has_motion = false;
layout(binding = 11) coherent buffer Motion { ivec4 v[]; } motion;

Splat splat_of(BodyState body, BodyKind kind, BodyRecord record, uint facet) {
  vec2 xz, spread;
  facet_spread(body, kind, record, facet, xz, spread);
#ifdef ACROSS
  vec2 half_ = 0.5 * params.p.size;  // of a facet that is cut at the border, this part
  xz = clamp(xz, params.p.origin.xz - half_, params.p.origin.xz + half_);
#else
  Border border = border_around(body, kind);
  if (border.cuts) xz = clamp(xz, body.position.xz + border.low, body.position.xz + border.high);
#endif
  return splat_at(params.p, xz, spread);
}

// Share of a tent that is over water.
float covered_by(Splat s) {
  float sum = 0.0;
  for (int z = s.first.y; z <= s.last.y; ++z)
    for (int x = s.first.x; x <= s.last.x; ++x)
      sum += splat_weight(s, ivec2(x, z)) * texelFetch(surface, splat_cell(params.p, ivec2(x, z)), 0).w;
  return sum;
}

// Displacement of a facet, where there is water; or, once that is known, for each count of it `gained` counts of
// discharge. Returns what hulls do to the flow there, and the counts. `of`: how many threads share the work, which begin
// one after the other.
vec3 spread_at(Splat s, float counts, bool pushes, vec2 gained, int begin, int of) {
  vec3 felt = vec3(0.0);
  for (int z = s.first.y; z <= s.last.y; ++z)
    for (int x = s.first.x + begin; x <= s.last.x; x += of) {
      ivec2 at = splat_cell(params.p, ivec2(x, z));
      float share = splat_weight(s, ivec2(x, z)) * texelFetch(surface, at, 0).w;
      int i = at.y * int(params.p.cells.x) + at.x;
      if (!pushes) {
        atomicAdd(columns.v[i], int(round(counts * share)));
        if (has_motion) felt += counts * share * vec3(texelFetch(surface, at, 0).yz, 1.0);
        continue;
      }
      ivec2 more = ivec2(round(counts * share * gained));
      if (more.x != 0) atomicAdd(motion.v[i].x, more.x);
      if (more.y != 0) atomicAdd(motion.v[i].y, more.y);
    }
  return felt;
}

// Sums all facets, the small ones by a thread each.
vec3 spread_all(BodyState body, BodyKind kind, BodyRecord record, bool pushes, vec2 gained) {
  vec3 felt = vec3(0.0);
  for (uint i = gl_LocalInvocationIndex; i < kind.facets; i += gl_WorkGroupSize.x) {
    float counts = points.v[level_at(kind, record, i)].z;
    if (counts != 0.0) felt += spread_at(splat_of(body, kind, record, i), counts, pushes, gained, 0, 1);
  }
  for (uint i = 0u; i < kind.facets; ++i) {
    float counts = points.v[level_at(kind, record, i)].w;
    if (counts != 0.0)
      felt += spread_at(splat_of(body, kind, record, i), counts, pushes, gained, int(gl_LocalInvocationIndex),
                        int(gl_WorkGroupSize.x));
  }
  return felt;
}

void main() {
  uint index = params.p.first + gl_WorkGroupID.x;
  BodyState body = now.v[index];
  BodyRecord record = records.v[index];
  BodyKind kind = kinds.v[record.kind];
  if (kind.spreads == 0) return;
#ifdef ACROSS
  place_points_across(body, body_axes(body.rotation), kind, record, 1.0, false);
#else
  place_points(body, body_axes(body.rotation), kind, record, 1.0);
#endif
  vec2 cell = params.p.size / vec2(params.p.cells);
  float per_volume = 1.0 / (cell.x * cell.y * params.p.quantum);
  float whole = 0.0;
#ifndef ACROSS
  Border border = border_around(body, kind);
#endif
  for (uint i = gl_LocalInvocationIndex; i < kind.facets; i += gl_WorkGroupSize.x) {
    float ahead;
    mat3x4 corners = facet_corners(body, kind, record, i, ahead);
    points.v[level_at(kind, record, i)].zw = vec2(0.0);  // w: left to all threads together: one would take too long
    if (is_dry_inside(kind, i, body.flooded)) continue;
    vec4 a = corners[0], b = corners[1], c = corners[2];
#ifdef ACROSS
    vec2 middle = params.p.origin.xz - body.position.xz, half_ = 0.5 * params.p.size;
    Wetted wet = wetted_within(a, b, c, middle - half_, middle + half_);
    if (wet.depth <= 0.0) continue;
#else
    Wetted wet = wetted_in(border, a, b, c);
#endif
    float volume = -0.5 * facet_weight(kind, i) * cross(b.xyz - a.xyz, c.xyz - a.xyz).y * wet.depth;
    whole += volume;
    volume *= params.p.near_share;
    if (abs(volume * per_volume) < 0.5) continue;
    Splat s = splat_of(body, kind, record, i);
    float counts = volume * per_volume / max(covered_by(s), 0.05);
    points.v[level_at(kind, record, i)][s.reach.x * s.reach.y > 16.0 ? 3 : 2] = counts;
  }
  meet_with_buffers();
  vec3 felt = spread_all(body, kind, record, false, vec2(0.0));
  if (has_motion) {
    // The columns gain what the body lost to the water, less what they have had from it already.
    sum_all(vec4[](vec4(felt, 0.0)));
    felt = sums[0].xyz;
    vec2 given = body.given.xz;
#ifdef ACROSS
    given *= clamp(felt.z / max(body.volume * per_volume, 1.0), 0.0, 1.0);  // of several waters, this one's part
#endif
    vec2 gained = params.p.quantum / params.p.push_quantum *
                  (given * per_volume / body_water_density - params.p.dt * felt.xy) / max(felt.z, 1.0);
    if (felt.z >= 1.0) spread_all(body, kind, record, true, gained);
  }
  float level = (1.0 - params.p.near_share) * whole / (params.p.level_area * params.p.level_quantum);
  atomicAdd(columns.v[params.p.cells.x * params.p.cells.y], int(round(level)));
}

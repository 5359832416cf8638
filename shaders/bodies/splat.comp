// Column of water that each wetted facet displaces, spread over the cells around its centre of pressure. Whole quanta,
// so that sums do not depend on their order: the same bits every run.
#pragma variants ACROSS
#define BODIES_WATER
#ifdef ACROSS
#define BODIES_ACROSS
#define BODIES_CUT
#endif
#include "bodies/data.glsl"
#include "bodies/hull.glsl"
#ifdef ACROSS
#include "bodies/cut.glsl"
#endif
layout(binding = 7) coherent buffer Columns { int v[]; } columns;

int cell_of(int i, uint n, float periodic) { return periodic > 0.5 ? wrapped(i, int(n)) : clamp(i, 0, int(n) - 1); }

#ifdef ACROSS
// The cell itself, or where particles stand in for it the nearest one beside them.
ivec2 out_of_hollows(ivec2 at, vec2 cell) {
  vec2 corner = params.p.origin.xz - 0.5 * params.p.size;
  for (uint j = 0u; j < min(params.reaches, uint(body_most_reaches)); ++j) {
    if (params.waters[j].hollow == 0) continue;
    ivec2 first = ivec2(round((params.waters[j].low - corner) / cell)),
          end = ivec2(round((params.waters[j].high - corner) / cell)), best = at;
    if (any(lessThan(at, first)) || any(greaterThanEqual(at, end))) continue;
    int least = 1 << 30;
    for (int side = 0; side < 4; ++side) {
      int axis = side >> 1, beside = (side & 1) != 0 ? end[axis] : first[axis] - 1, way = abs(beside - at[axis]);
      if (beside < 0 || beside >= int(params.p.cells[axis]) || way >= least) continue;
      least = way;
      best = at;
      best[axis] = beside;
    }
    return best;
  }
  return at;
}
#endif

void main() {
  uint index = params.p.first + gl_WorkGroupID.x;
  BodyState body = now.v[index];
  BodyRecord record = records.v[index];
  BodyKind kind = kinds.v[record.kind];
  if (kind.splat <= 0.0) return;
#ifdef ACROSS
  place_points_across(body, body_axes(body.rotation), kind, record, 1.0, false);
#else
  place_points(body, body_axes(body.rotation), kind, record, 1.0);
#endif
#ifdef ACROSS
  float reach = params.splat;
#else
  float reach = kind.splat;
#endif
  vec2 cell = params.p.size / vec2(params.p.cells);
  float per_volume = 1.0 / (cell.x * cell.y * params.p.quantum);
  float spread = 0.0;
  for (uint i = gl_LocalInvocationIndex; i < kind.facets; i += gl_WorkGroupSize.x) {
    uvec3 at = 2u * (hull_facets.v[kind.first_facet + i] + record.first_point);
    vec4 a = points.v[at.x], b = points.v[at.y], c = points.v[at.z];
#ifdef ACROSS
    vec2 middle = params.p.origin.xz - body.position.xz, half_ = 0.5 * params.p.size;
    Wetted wet = wetted_within(a, b, c, middle - half_, middle + half_);
    wet = without_hollows(wet, a, b, c, body.position.xz, false);
    if (wet.depth <= 0.0) continue;
#else
    Wetted wet = wetted_part(a, b, c);
#endif
    float volume = -0.5 * cross(b.xyz - a.xyz, c.xyz - a.xyz).y * wet.depth;
    spread += volume;
    volume *= params.p.near_share;
    if (abs(volume * per_volume) < 0.5) continue;
    vec2 centre = body.position.xz + wet.moment.xz / wet.depth;
    vec2 at_cell = (centre - params.p.origin.xz) / cell + 0.5 * vec2(params.p.cells) - 0.5;
    ivec2 first = ivec2(floor(at_cell - reach)) + 1;
    ivec2 last = min(ivec2(ceil(at_cell + reach)) - 1, first + int(2.0 * reach));
    vec2 sum = vec2(0.0);
    for (int x = first.x; x <= last.x; ++x) sum.x += reach - abs(float(x) - at_cell.x);
    for (int z = first.y; z <= last.y; ++z) sum.y += reach - abs(float(z) - at_cell.y);
    float scale = volume * per_volume / (sum.x * sum.y);
    for (int z = first.y; z <= last.y; ++z) {
      float row = scale * (reach - abs(float(z) - at_cell.y));
      int cell_z = cell_of(z, params.p.cells.y, params.p.periodic.y);
      for (int x = first.x; x <= last.x; ++x) {
        ivec2 at = ivec2(cell_of(x, params.p.cells.x, params.p.periodic.x), cell_z);
#ifdef ACROSS
        at = out_of_hollows(at, cell);
#endif
        atomicAdd(columns.v[at.y * int(params.p.cells.x) + at.x],
                  int(round(row * (reach - abs(float(x) - at_cell.x)))));
      }
    }
  }
  float level = (1.0 - params.p.near_share) * spread / (params.p.level_area * params.p.level_quantum);
  atomicAdd(columns.v[params.p.cells.x * params.p.cells.y], int(round(level)));
}

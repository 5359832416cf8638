// Column of water that each wetted facet displaces, spread over the cells around its centre of pressure. Whole quanta,
// so that sums do not depend on their order: the same bits every run.
#pragma variants ACROSS
#define BODIES_WATER
#ifdef ACROSS
#define BODIES_ACROSS
#endif
#include "bodies/data.glsl"
#include "bodies/hull.glsl"
layout(binding = 7) coherent buffer Columns { int v[]; } columns;

int cell_of(int i, uint n, float periodic) { return periodic > 0.5 ? wrapped(i, int(n)) : clamp(i, 0, int(n) - 1); }

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
    Wetted wet = wetted_part(a, b, c);
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
        int cell_x = cell_of(x, params.p.cells.x, params.p.periodic.x);
        atomicAdd(columns.v[cell_z * int(params.p.cells.x) + cell_x],
                  int(round(row * (reach - abs(float(x) - at_cell.x)))));
      }
    }
  }
  float level = (1.0 - params.p.near_share) * spread / (params.p.level_area * params.p.level_quantum);
  atomicAdd(columns.v[params.p.cells.x * params.p.cells.y], int(round(level)));
}

// What has spilt over an open edge in a sub-step: owed in whole quanta to those who make particles of it. The amount is
// the very one by which the columns have become lower (settle), from the flows and depths that it began with. A thread owns a
// strip of columns.
#include "pipes/grid.glsl"
#include "columns/brink.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer flux;
layout(binding = 3) uniform samplerBuffer held;  // depth before the sub-step
layout(binding = 4) uniform samplerBuffer schedule;
layout(binding = 5, scalar) uniform PipesBlock { PipesParams p; } pipes;

vec4 flux_at(ivec2 c) {
  return c.x >= 0 && c.x < pitch && c.y >= 0 && c.y < nz ? texelFetch(flux, c.y * pitch + c.x) : vec4(0);
}

// Metres of the column that it spilt.
float spilt(ivec2 c, float depth, float dt) {
  float area = pipes.p.cell.x * pipes.p.cell.y, per_area = dt / area;
  vec4 own = flux_at(c), west = flux_at(c - ivec2(1, 0)), north = flux_at(c - ivec2(0, 1)),
       north_west = flux_at(c - ivec2(1, 1)), north_east = flux_at(c + ivec2(1, -1));
  vec4 out_straight = max(vec4(own.x, -west.x, own.y, -north.y), vec4(0));
  vec4 out_diagonal = max(vec4(own.z, -north_west.z, own.w, -north_east.w), vec4(0));
  precise float spill = flow_over_edges(c, depth, pipes.p);
  precise float leaving = (((out_straight.x + out_straight.y) + (out_straight.z + out_straight.w)) +
                           ((out_diagonal.x + out_diagonal.y) + (out_diagonal.z + out_diagonal.w))) + spill;
  precise float wanted = leaving * dt, has = depth * area * (1.0 - pipes_margin);
  precise float share = wanted > has ? has / wanted : 1.0;
  precise float amount = (spill * share) * per_area;
  return amount;
}

void main() {
  int i = strip_of_thread();
  if (i >= params.p.strips) return;
  float dt = texelFetch(schedule, 0).x, across = params.p.side < 2 ? params.p.cell.x : params.p.cell.y;
  vec2 fallen = vec2(0.0);
  LedgerStrip s = strips.v[i];
  int from = params.p.first + i * params.p.per, to = min(from + params.p.per, params.p.first + params.p.count);
  for (int k = from; k < to; ++k) {
    ivec2 c = edge_column(k);
    float depth = plane_at(held, c), metres = spilt(c, depth, dt);
    if (metres <= 0.0) continue;
    vec2 q = discharge_of(texelFetch(water, index_of(c)));
    float along = (params.p.side < 2 ? q.y : q.x) / max(depth, 1e-4);
    owe(s, Lip(metres, metres * across / dt, depth, 0.0, along, plane_at(bed, c)), dt, fallen);
  }
  note(s, fallen);
  strips.v[i] = s;
}

// Outflow over an open edge in a sub-step, pending in whole quanta until it becomes particles. The amount is
// the very one by which the columns have become lower (settle), from the flows and depths that it began with. A thread owns a
// strip of columns.
#include "pipes/grid.glsl"
#include "columns/overflow.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
#include "pipes/spill.glsl"

void main() {
  int i = strip_of_thread();
  if (i >= params.p.strips) return;
  float dt = texelFetch(schedule, 0).x, across = params.p.side < 2 ? params.p.cell.x : params.p.cell.y;
  vec2 fallen = vec2(0.0);
  LedgerStrip s = strips.v[i];
  LedgerReach reach = edge_reach(i);
  float width = params.p.side < 2 ? params.p.cell.y : params.p.cell.x;
  for (int k = 0; k < reach.count; ++k) {
    ivec2 c = reach.column + (params.p.side < 2 ? ivec2(0, k) : ivec2(k, 0));
    float depth = plane_at(held, c), meters = spilt(c, depth, dt);
    if (meters <= 0.0) continue;
    vec2 q = discharge_of(texelFetch(water, index_of(c)));
    float along = (params.p.side < 2 ? q.y : q.x) / max(depth, 1e-4);
    owe(s, Lip(vec2(meters, 0.0), meters * across / dt, depth, 0.0, along, plane_at(bed, c), width), dt, fallen);
  }
  note(s, fallen);
  strips.v[i] = s;
}

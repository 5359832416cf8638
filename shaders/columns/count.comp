// Sums per column, in pairs of floats (value and rounding residual), the depth that rain, sources and drains change in a
// sub-step. Prescribed rates are added exactly. Where a level is prescribed or a column runs dry, the difference of the
// depth after and before is added.
#include "columns/grid.glsl"
#include "lib/ledger.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) readonly buffer Unfed { vec2 v[]; } unfed;  // depth and rounding rest before
layout(binding = 2) uniform samplerBuffer schedule;
layout(constant_id = 6) const bool has_feed = false;
layout(binding = 3) uniform samplerBuffer feed;
layout(binding = 4) restrict buffer Weather { vec4 v[]; } weather;  // fallen; dried up
layout(binding = 5) restrict buffer Fed { vec4 v[]; } fed;          // come from sources; gone to drains
layout(constant_id = 7) const bool has_passed = false;
layout(binding = 6) restrict buffer Passed { vec4 v[]; } passed;    // come in and gone out through a border
layout(push_constant, scalar) uniform ParamsBlock { CountParams p; } params;

// Place in `passed` of a column at an edge that is held at a level; -1: none.
int held_edge(ivec2 c) {
  if (edge_west == column_edge_level && c.x == 0) return c.y;
  if (edge_east == column_edge_level && c.x == nx - 1) return params.p.longest + c.y;
  if (edge_north == column_edge_level && c.y == 0) return 2 * params.p.longest + c.x;
  if (edge_south == column_edge_level && c.y == nz - 1) return 3 * params.p.longest + c.x;
  return -1;
}

vec4 with_change(vec4 in_and_out, vec2 change) {
  if (change.x + change.y >= 0.0) return vec4(pair_sum(in_and_out.xy, change), in_and_out.zw);
  return vec4(in_and_out.xy, pair_sum(in_and_out.zw, -change));
}

void main() {
  ivec2 c = ivec2(gl_GlobalInvocationID.xy);
  if (!inside(c)) return;
  int i = index_of(c);
  float dt = texelFetch(schedule, 0).x;
  uvec4 t = texelFetch(water, i);
  vec2 before = unfed.v[i], left = pair_sum(vec2(depth_of(t), rest_of(t)), -before);
  vec4 f = vec4(0.0, -1.0, -1.0, 0.0);
  if (has_feed) f = texelFetch(feed, i);
  bool fed_too = f.x != 0.0 || f.y >= 0.0 || f.z >= 0.0;
  vec4 sky = weather.v[i];
  precise float fallen = params.p.rain * dt, dries = params.p.sink * dt, given = max(f.x, 0.0) * dt;
  if (fed_too || params.p.sink > 0.0) {
    sky.xy = pair_sum(sky.xy, vec2(fallen, 0.0));
    left = pair_sum(left, vec2(-fallen, 0.0));
  } else if (params.p.rain > 0.0) {
    sky.xy = pair_sum(sky.xy, left);
  }
  if (params.p.sink > 0.0) {
    vec2 gone = fed_too ? vec2(clamp(before.x + fallen, 0.0, dries), 0.0) : -left;
    sky.zw = pair_sum(sky.zw, gone);
    left = pair_sum(left, gone);
  }
  weather.v[i] = sky;
  if (!fed_too) return;
  vec4 own = fed.v[i];
  int edge = f.y >= 0.0 ? held_edge(c) : -1;
  if (edge >= 0 && has_passed) {
    passed.v[edge] = with_change(passed.v[edge], left);
    return;
  }
  if (f.x > 0.0) {
    own.xy = pair_sum(own.xy, vec2(given, 0.0));
    left = pair_sum(left, vec2(-given, 0.0));
  }
  fed.v[i] = with_change(own, left);
}

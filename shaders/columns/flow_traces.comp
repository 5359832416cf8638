// One step of a flow's foam and wetness (passes/columns/flow_traces.h).
#include "columns/flow_cells.glsl"
layout(constant_id = 6) const bool wraps_x = false;
layout(constant_id = 7) const bool wraps_z = false;
layout(binding = 0) uniform sampler2D surface;
layout(binding = 1) uniform sampler2D flow;
layout(binding = 2) uniform samplerBuffer now;
layout(binding = 3, std430) writeonly buffer NextBlock { float v[]; } next;
layout(push_constant, scalar) uniform ParamsBlock { FlowTracesParams p; } params;

ivec2 cell_at(ivec2 c) {
  if (wraps_x) c.x = c.x < 0 ? c.x + nx : c.x >= nx ? c.x - nx : c.x;
  if (wraps_z) c.y = c.y < 0 ? c.y + nz : c.y >= nz ? c.y - nz : c.y;
  return clamp(c, ivec2(0), ivec2(nx - 1, nz - 1));
}
float foam_of(ivec2 c) {
  c = cell_at(c);
  return texelFetch(now, c.y * nx + c.x).r;
}
float wetness_of(ivec2 c) {
  c = cell_at(c);
  return texelFetch(now, nx * nz + c.y * nx + c.x).r;
}
float wet_up_to(ivec2 c) {
  c = cell_at(c);
  return texelFetch(now, 2 * nx * nz + c.y * nx + c.x).r;
}
vec3 flow_of(ivec2 c) { return texelFetch(flow, cell_at(c), 0).xyz; }
vec2 slope_of(ivec2 c) { return texelFetch(surface, c, 0).yz; }
#include "spray/flow_state.glsl"
#include "columns/packed.glsl"

vec4 cubic_weights(float t) {  // Catmull-Rom
  float t2 = t * t, t3 = t2 * t;
  return 0.5 * vec4(2.0 * t2 - t - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2);
}

// In cells, from the middle of cell (0, 0). Cubic, but never beyond the four cells around.
float carried(vec2 place) {
  ivec2 c = ivec2(floor(place));
  vec2 f = place - vec2(c);
  vec4 wx = cubic_weights(f.x), wz = cubic_weights(f.y);
  float sum = 0.0, least = 1.0, most = 0.0;
  for (int j = 0; j < 4; ++j) {
    vec4 row;
    for (int i = 0; i < 4; ++i) row[i] = foam_of(c + ivec2(i, j) - 1);
    sum += wz[j] * dot(wx, row);
    if (j == 1 || j == 2) {
      least = min(least, min(row.y, row.z));
      most = max(most, max(row.y, row.z));
    }
  }
  return clamp(sum, least, most);
}

void main() {
  ivec2 c = column_of_thread();
  if (any(greaterThanEqual(c, ivec2(nx, nz)))) return;
  FlowTracesParams p = params.p;
  vec3 here = flow_of(c);
  vec2 u = here.xy;
  bool covered = here.z > flow_film;
  vec4 around = flow_depths_around(c);
  FlowState state = flow_state(c, p.per_meter);

  float foam = carried(vec2(c) - u * p.per_meter * p.dt);
  // Dense foam pushes outwards: what falls into a slow pool spreads there.
  float old = foam_of(c);
  vec4 beside = vec4(foam_of(c - ivec2(1, 0)), foam_of(c + ivec2(1, 0)), foam_of(c - ivec2(0, 1)), foam_of(c + ivec2(0, 1)));
  vec4 mean = 0.5 * (beside + old) * vec4(greaterThan(around, vec4(flow_film)));
  vec2 push = min(foam_spread * p.dt * p.per_meter * p.per_meter, vec2(0.2));
  if (covered) foam = clamp(foam + dot(mean * mean * (beside - old), push.xxyy), 0.0, 1.0);
  // Foam that is stranded is gone in a moment.
  foam *= exp(-p.dt * (covered ? p.decay : 4.0));
  // The rate falls from that on clear water to none where foam is densest.
  float birth = p.amount * foam_birth(state, p.gravity) / foam_densest;
  if (covered) foam += max(foam_densest - foam, 0.0) * (1.0 - exp(-p.dt * birth));

  float dries = p.dt * p.drying, wetness = wetness_of(c) - dries, up_to = wet_up_to(c);
  for (int k = 0; k < 4; ++k) {
    ivec2 from = c + (k < 2 ? ivec2(2 * k - 1, 0) : ivec2(0, 2 * k - 5));
    float damp = wetness_of(from), crept = damp - p.creep;
    if (crept <= wetness) continue;
    wetness = crept;
    up_to = wet_up_to(from);
  }
  // Ground above the water dries from above.
  if (covered) {
    float level = texelFetch(surface, c, 0).x, over = wetness_of(c) > 0.0 ? wet_up_to(c) - level : 0.0;
    up_to = level + max(over, 0.0) * exp(-dries);
  }
  int i = c.y * nx + c.x;
  next.v[i] = foam;
  next.v[nx * nz + i] = covered ? 1.0 : max(wetness, 0.0);
  next.v[2 * nx * nz + i] = up_to;
}

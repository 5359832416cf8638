// The second stage of Heun's method: from the water by the mean of both stages' fluxes; then friction, wind, sources and
// sinks. Both columns of a face compute the very same amount, and sums keep their rounding rest: no water is made or lost.
// The fastest column of every workgroup is written down for the next sub-step's pace.
#pragma variants COUNTED? FED? HULLS? SILLS?
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) uniform samplerBuffer faces_x;
layout(binding = 2) uniform samplerBuffer faces_z;
layout(binding = 3) uniform samplerBuffer stage_x;  // faces of the stage
layout(binding = 4) uniform samplerBuffer stage_z;
layout(binding = 5) uniform samplerBuffer schedule;
layout(binding = 6) writeonly restrict buffer Peaks { float v[]; } peaks;
#ifdef FED
layout(binding = 7) uniform samplerBuffer feed;
#endif
#ifdef HULLS
layout(binding = 8) uniform samplerBuffer hull_head;
layout(binding = 11) uniform sampler2D calm_flow;
#endif
#ifdef SILLS
#include "shallow/sills.glsl"
#endif
#ifdef COUNTED
layout(binding = 10) writeonly restrict buffer Unfed { vec2 v[]; } unfed;  // for columns/count.comp
#endif
layout(push_constant, scalar) uniform ParamsBlock { ShallowParams p; } params;

shared uint fastest;

float moved(float now, float then, float half_per) {
  precise float amount = (now + then) * half_per;
  return amount;
}

// Sources and sinks.
vec2 fed(vec2 h, ivec2 c, float dt) {
  add(h, params.p.rain * dt);
  float taken = h.x > 0.0 ? params.p.sink * dt : 0.0;
#ifdef FED
  vec4 f = texelFetch(feed, index_of(c));
  if (f.x > 0.0) add(h, f.x * dt);
  else taken -= f.x * dt;
#endif
  precise float total = h.x + h.y;
  precise float lost = h.y - (total - h.x);
  h = vec2(total, lost);
  if (taken >= total) return vec2(0);
  if (taken > 0.0) add(h, -taken);
#ifdef FED
  if (f.y >= 0.0) h = vec2(f.y, 0.0);
  if (f.z >= 0.0 && h.x > f.z) h = vec2(f.z, 0.0);
#endif
  return h;
}

// Returns the speed of the column's waves over its length, 1/s.
float settle(ivec2 c) {
  float dt = texelFetch(schedule, 0).x;
  int i = index_of(c);
  uvec4 t = water.v[i];
  vec2 h = vec2(depth_of(t), rest_of(t)), q = discharge_of(t), per = 0.5 * dt / params.p.cell;
  int west = face_of(c), east = face_of(c + ivec2(1, 0)), south = face_of(c + ivec2(0, 1));
  vec4 w = texelFetch(faces_x, west), w1 = texelFetch(stage_x, west), e = texelFetch(faces_x, east),
       e1 = texelFetch(stage_x, east);
  vec4 n = texelFetch(faces_z, west), n1 = texelFetch(stage_z, west), s = texelFetch(faces_z, south),
       s1 = texelFetch(stage_z, south);
#ifdef SILLS
  w = felt_high(w, c, 0), w1 = felt_high(w1, c, 0), n = felt_high(n, c, 1), n1 = felt_high(n1, c, 1);
  ivec2 cx = c + ivec2(1, 0), cz = c + ivec2(0, 1);
  e = felt_low(e, cx, 0), e1 = felt_low(e1, cx, 0), s = felt_low(s, cz, 1), s1 = felt_low(s1, cz, 1);
#endif
  add(h, moved(w.x, w1.x, per.x));
  add(h, -moved(e.x, e1.x, per.x));
  add(h, moved(n.x, n1.x, per.y));
  add(h, -moved(s.x, s1.x, per.y));
  q -= vec2(per.x * (e.y - w.z) + per.y * (s.w - n.w), per.y * (s.y - n.z) + per.x * (e.w - w.w));
  if (params.p.friction > 0.0) q *= exp(-dt * params.p.friction);  // from the beginning of the sub-step to its end
  q -= vec2(per.x * (e1.y - w1.z) + per.y * (s1.w - n1.w), per.y * (s1.y - n1.z) + per.x * (e1.w - w1.w));
  q += dt * params.p.wind * clamp(h.x / shallow_thin, 0.0, 1.0);
  precise float before = h.x + h.y;  // as fed() begins: a rest that becomes part of the depth is nothing that drains away
#ifdef COUNTED
  unfed.v[i] = h;
#endif
  h = fed(h, c, dt);
  if (h.x < before) q *= h.x / before;  // what drains away takes its momentum along
#ifdef HULLS
  float slow = dt * hull_drag_of(texelFetch(hull_head, i).y);
  if (slow > 0.0) {
    vec2 over = q - h.x * texelFetch(calm_flow, c, 0).xy;  // it slows what runs faster than the calm flow
    if (dot(over, q) > 0.0) q -= over * (slow / (1.0 + slow));
  }
#endif
  q = h.x > shallow_film ? bounded(q, h.x, params.p.fastest) : vec2(0);
  if (params.p.manning > 0.0) q = rubbed(q, h.x, params.p.manning, dt);
  water.v[i] = water_texel(h, q);
  if (h.x <= shallow_film) return 0.0;
  vec2 speed = (abs(velocity_in(q, h.x)) + sqrt(params.p.gravity * h.x)) / params.p.cell;
  return max(nx > 1 ? speed.x : 0.0, nz > 1 ? speed.y : 0.0);
}

void main() {
  ivec2 c = column_of_thread();
  if (gl_LocalInvocationIndex == 0u) fastest = 0u;
  barrier();
  if (inside(c)) atomicMax(fastest, floatBitsToUint(settle(c)));  // floats that are not negative sort as their bits
  barrier();
  if (gl_LocalInvocationIndex == 0u) peaks.v[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = uintBitsToFloat(fastest);
}

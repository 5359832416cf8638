// The first stage of Heun's method: one Euler step from the water as it is.
#pragma variants SILLS?
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
#include "columns/packed.glsl"
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer faces_x;
layout(binding = 2) uniform samplerBuffer faces_z;
layout(binding = 3) uniform samplerBuffer schedule;
layout(binding = 4) writeonly restrict buffer Stage { uvec4 v[]; } stage;
#ifdef SILLS
#include "shallow/sills.glsl"
#endif
layout(push_constant, scalar) uniform ParamsBlock { ShallowParams p; } params;

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  float dt = texelFetch(schedule, 0).x;
  uvec4 t = texelFetch(water, index_of(c));
  vec2 h = vec2(depth_of(t), rest_of(t)), q = discharge_of(t), per = dt / params.p.cell;
  vec4 w = texelFetch(faces_x, face_of(c)), e = texelFetch(faces_x, face_of(c + ivec2(1, 0)));
  vec4 n = texelFetch(faces_z, face_of(c)), s = texelFetch(faces_z, face_of(c + ivec2(0, 1)));
#ifdef SILLS
  w = felt_high(w, c, 0), n = felt_high(n, c, 1);
  e = felt_low(e, c + ivec2(1, 0), 0), s = felt_low(s, c + ivec2(0, 1), 1);
#endif
  add(h, w.x * per.x);
  add(h, -e.x * per.x);
  add(h, n.x * per.y);
  add(h, -s.x * per.y);
  q.x -= per.x * (e.y - w.z) + per.y * (s.w - n.w);
  q.y -= per.y * (s.y - n.z) + per.x * (e.w - w.w);
  if (params.p.friction > 0.0) q *= exp(-dt * params.p.friction);
  precise float total = h.x + h.y, rest = h.y - (total - h.x);
  h = vec2(max(total, 0.0), rest);
  q = h.x > shallow_film ? bounded(q, h.x, params.p.fastest) : vec2(0);
  if (params.p.manning > 0.0) q = rubbed(q, h.x, params.p.manning, dt);
  stage.v[index_of(c)] = water_texel(h, q);
}

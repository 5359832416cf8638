// What has fallen over an open edge in a sub-step: owed in whole quanta to those who make particles of it. The amount is
// the very one by which the columns have become lower (settle). A thread owns a strip of columns.
#include "shallow/water.glsl"
#include "columns/brink.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer faces;  // across the edge, of both stages
layout(binding = 3) uniform samplerBuffer stage_faces;
layout(binding = 4) uniform samplerBuffer schedule;

void main() {
  int i = strip_of_thread();
  if (i >= params.p.strips) return;
  bool across_x = params.p.side < 2, high = (params.p.side & 1) == 1;
  float dt = texelFetch(schedule, 0).x, sign_out = high ? 1.0 : -1.0;
  vec2 per = 0.5 * dt / params.p.cell, fallen = vec2(0.0);
  float half_per = across_x ? per.x : per.y;
  LedgerStrip s = strips.v[i];
  int from = params.p.first + i * params.p.per, to = min(from + params.p.per, params.p.first + params.p.count);
  for (int k = from; k < to; ++k) {
    ivec2 c = edge_column(k), f = high ? c + (across_x ? ivec2(1, 0) : ivec2(0, 1)) : c;
    float now = texelFetch(faces, face_of(f)).x, then = texelFetch(stage_faces, face_of(f)).x;
    precise float metres = (now + then) * half_per;
    metres *= sign_out;
    if (metres <= 0.0) continue;
    uvec4 t = texelFetch(water, index_of(c));
    float h = depth_of(t);
    vec2 u = velocity_in(discharge_of(t), h);
    owe(s, Lip(metres, 0.5 * sign_out * (now + then), h, sign_out * (across_x ? u.x : u.y), across_x ? u.y : u.x, plane_at(bed, c)),
        dt, fallen);
  }
  note(s, fallen);
  strips.v[i] = s;
}

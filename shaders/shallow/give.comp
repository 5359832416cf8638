// What has fallen over an open edge in a sub-step: owed in whole quanta to those who make particles of it. The amount is
// the very one by which the columns have become lower; what is no whole quantum stays noted. Its momentum is that of the
// state at the edge, critical or faster, with the pressure of the water that stands behind: q u + g h^2 / 2. A thread
// owns a strip of columns.
#include "shallow/water.glsl"
#include "lib/ledger.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer bed;
layout(binding = 2) uniform samplerBuffer faces;  // across the edge, of both stages
layout(binding = 3) uniform samplerBuffer stage_faces;
layout(binding = 4) uniform samplerBuffer schedule;
layout(binding = 5, scalar) restrict buffer Strips { LedgerStrip v[]; } strips;
layout(push_constant, scalar) uniform ParamsBlock { LedgerGiveParams p; } params;

void main() {
  // As many workgroups as for columns: dispatched only where the sub-step is taken.
  int i = int(gl_LocalInvocationIndex) + 256 * int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
  if (i >= params.p.strips) return;
  bool across_x = params.p.side < 2, high = (params.p.side & 1) == 1;
  float dt = texelFetch(schedule, 0).x, sign_out = high ? 1.0 : -1.0, g = params.p.gravity;
  vec2 per = 0.5 * dt / params.p.cell;
  float half_per = across_x ? per.x : per.y, area_per_length = across_x ? params.p.cell.y : params.p.cell.x;
  LedgerStrip s = strips.v[i];
  float flow = 0.0, weighted = 0.0;
  int from = params.p.first + i * params.p.per, to = min(from + params.p.per, params.p.first + params.p.count);
  for (int k = from; k < to; ++k) {
    ivec2 c = across_x ? ivec2(high ? nx - 1 : 0, k) : ivec2(k, high ? nz - 1 : 0);
    ivec2 f = high ? c + (across_x ? ivec2(1, 0) : ivec2(0, 1)) : c;
    vec4 now = texelFetch(faces, face_of(f)), then = texelFetch(stage_faces, face_of(f));
    precise float metres = (now.x + then.x) * half_per;
    metres *= sign_out;
    if (metres <= 0.0) continue;
    vec2 quanta = pair_sum(pair_times(metres, params.p.quanta), vec2(s.fraction, 0.0));
    uvec2 whole = take_whole(quanta);
    s.fraction = quanta.x + quanta.y;
    s.given = add64(s.given, whole);
    s.owed = add64(s.owed, whole);
    float q = 0.5 * sign_out * (now.x + then.x), volume = q * area_per_length * dt;
    uvec4 t = texelFetch(water, index_of(c));
    float h = depth_of(t);
    vec2 u = velocity_in(discharge_of(t), h);
    float out_u = sign_out * (across_x ? u.x : u.y), along = across_x ? u.y : u.x;
    float speed = max(pow(g * q, 1.0 / 3.0), out_u > sqrt(g * h) ? out_u : 0.0), depth = q / speed;
    float momentum = volume * (speed + 0.5 * g * depth / speed);
    s.across = add64(s.across, whole64(roundEven(momentum * ledger_per_cubic_metre)));
    s.along = add64(s.along, whole64(roundEven(volume * along * ledger_per_cubic_metre)));
    flow += volume;
    weighted += volume * plane_at(bed, c);
  }
  if (flow > 0.0) s.sill = weighted / flow;
  s.flow += flow;
  strips.v[i] = s;
}

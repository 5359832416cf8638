// Counts the flow across an edge in a sub-step in whole quanta for the grid beyond. The amount is exactly that by which the columns
// change; the residual is kept. Momentum is that of the moving water; pressure acts on either side separately. A thread owns a column.
#include "shallow/water.glsl"
#include "lib/ledger.glsl"
#include "shallow/passed_depth.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) uniform usamplerBuffer water;
layout(binding = 1) uniform samplerBuffer faces;  // at the edges, of both stages (edges.comp)
layout(binding = 2) uniform samplerBuffer stage_faces;
layout(binding = 3) uniform samplerBuffer schedule;
layout(binding = 4, scalar) restrict buffer Crossed { LedgerDeposit v[]; } crossed;
layout(binding = 5, scalar) restrict buffer Fractions { float v[]; } fractions;
layout(push_constant, scalar) uniform ParamsBlock { LedgerGiveParams p; } params;

void main() {
  // Dispatched like the columns, so that sub-steps that are not taken skip it.
  int i = int(gl_LocalInvocationIndex) + 256 * int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
  if (i >= params.p.count) return;
  bool across_x = params.p.side < 2, high = (params.p.side & 1) == 1;
  float sign_out = high ? 1.0 : -1.0;
  vec2 per = texelFetch(schedule, 0).x / params.p.cell;
  int k = params.p.first + i;
  ivec2 c = across_x ? ivec2(high ? nx - 1 : 0, k) : ivec2(k, high ? nz - 1 : 0);
  int f = border_of(params.p.side, k);
  vec4 now = texelFetch(faces, f), then = texelFetch(stage_faces, f);
  vec2 meters = sign_out * passed_depth(now.x, then.x, across_x ? per.x : per.y);
  if (meters.x == 0.0) return;
  vec2 quanta = pair_sum(pair_product(meters, params.p.quanta), vec2(fractions.v[i], 0.0));
  bool back = quanta.x < 0.0;
  if (back) quanta = -quanta;
  uvec2 whole = take_whole(quanta);
  fractions.v[i] = back ? -(quanta.x + quanta.y) : quanta.x + quanta.y;
  LedgerDeposit gain = crossed.v[i];
  gain.volume = add64(gain.volume, back ? negated64(whole) : whole);
  uvec4 t = texelFetch(water, index_of(c));
  vec2 u = velocity_in(discharge_of(t), depth_of(t));
  // Momentum along the line: of the faces, on the upstream side.
  float along = 0.5 * sign_out * (now.w + then.w) * (across_x ? per.x : per.y);
  vec2 momentum = round(params.p.quanta.x * (across_x ? vec2(meters.x * u.x, along) : vec2(along, meters.x * u.y)));
  gain.along_x = add64(gain.along_x, whole64(momentum.x));
  gain.along_z = add64(gain.along_z, whole64(momentum.y));
  crossed.v[i] = gain;
}

// The pointer's pressure on a disc, swept along its motion: momentum of one step, -g h grad(head).
#include "shallow/water.glsl"
layout(local_size_x = 64, local_size_y = 4) in;
layout(binding = 0) restrict buffer Water { uvec4 v[]; } water;
layout(binding = 1) readonly buffer Found { vec2 v[]; } found;
layout(push_constant, scalar) uniform ParamsBlock { ShallowPointerParams p; } params;

float head_at(ivec2 c, vec2 tip) {
  vec2 off = (vec2(clamp(c, ivec2(0), ivec2(nx - 1, nz - 1))) + 0.5) * params.p.cell - tip, back = -params.p.motion;
  float length2 = dot(back, back);
  if (length2 > 0.0) off -= back * clamp(dot(off, back) / length2, 0.0, 1.0);
  float s = max(1.0 - dot(off, off) / (params.p.radius * params.p.radius), 0.0);
  return params.p.head * s * s;
}

void main() {
  vec2 tip = found.v[0];
  ivec2 local = ivec2(gl_GlobalInvocationID.xy);
  ivec2 c = box_first(tip - 0.5 * params.p.motion, params.p.radius + 0.5 * abs(params.p.motion), params.p.cell) + local;
  if (any(greaterThanEqual(local, params.p.count)) || !inside(c)) return;
  int i = index_of(c);
  uvec4 t = water.v[i];
  float h = depth_of(t);
  if (h <= shallow_film) return;
  vec2 rise = vec2(head_at(c + ivec2(1, 0), tip) - head_at(c - ivec2(1, 0), tip),
                   head_at(c + ivec2(0, 1), tip) - head_at(c - ivec2(0, 1), tip));
  water.v[i].zw = floatBitsToUint(discharge_of(t) - params.p.impulse * h * 0.5 * rise / params.p.cell);
}

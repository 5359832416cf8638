// Adds one shape to both time levels: a drop, a push, a wave maker. One thread per cell of its box.
#include "lib/wave_grid.glsl"
#ifdef WAVE_VARIED
#include "lib/wave_drag.glsl"
#endif
layout(local_size_x = 16, local_size_y = 4) in;
layout(binding = 0) restrict buffer UNow { float v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { float v[]; } u_prev;
layout(push_constant, scalar) uniform ParamsBlock { WavePokeParams p; } params;

float distance_squared(vec2 at) {
  vec2 along = params.p.b - params.p.a;
  float span = dot(along, along);
  float t = span > 0.0 ? clamp(dot(at - params.p.a, along) / span, 0.0, 1.0) : 0.0;
  vec2 off = at - params.p.a - t * along;
  return dot(off, off);
}

void main() {
  ivec2 local = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(local, params.p.count))) return;
  ivec2 cell = params.p.first + local;
  float s = distance_squared((vec2(cell) + 0.5) * params.p.cell) / (params.p.radius * params.p.radius);
  float change = params.p.amplitude * wave_poke_profile(s, params.p.neutral);
  if (edge_west == wave_edge_periodic) cell.x = cell.x < 0 ? cell.x + nx : cell.x >= nx ? cell.x - nx : cell.x;
  if (edge_north == wave_edge_periodic) cell.y = cell.y < 0 ? cell.y + nz : cell.y >= nz ? cell.y - nz : cell.y;
  if (any(lessThan(cell, ivec2(0))) || any(greaterThanEqual(cell, ivec2(nx, nz)))) return;
#ifdef WAVE_VARIED
  if (drag_at(cell) < 0.0) return;
#endif
  int at = cell.y * columns * 4 + cell.x;
  u_now.v[at] += change;
  u_prev.v[at] += change;
}

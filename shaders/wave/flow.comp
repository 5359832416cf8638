// Velocity or discharge per meter of the water under waves at cell centers: the mean of their faces, zero at walls
// and land.
#pragma variants VARIED?
#include "wave/grid.glsl"
#ifdef VARIED
#include "wave/faces.glsl"
#include "wave/drag.glsl"
#endif
layout(local_size_x = 32, local_size_y = 1) in;
layout(constant_id = 8) const bool discharges = false;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer potential;
layout(binding = 2) writeonly restrict buffer Flow { vec4 v[]; } flow;
layout(push_constant, scalar) uniform ParamsBlock { WaveFlowParams p; } params;

vec4 passes(vec4 faces) { return discharges ? faces : vec4(greaterThan(faces, vec4(0))); }

// The potential of four cells at the time of u_now.
vec4 at_now(int z, int x4) {
  int at = z * fours + x4;
  vec4 g = vec4(params.p.half_dt_drag);
#ifdef VARIED
  g *= max(texelFetch(drag, at), vec4(0));
#endif
  return (texelFetch(potential, at) - params.p.half_push * texelFetch(u_now, at)) / (1.0 + g);
}

// Beyond a border: as much at walls, as much below 0 where the level is held, straight on where waves leave.
float beyond(int edge, float here, float inside) {
  return edge == wave_edge_fixed ? -here : edge == wave_edge_absorb ? 2.0 * here - inside : here;
}
vec4 beyond(int edge, vec4 here, vec4 inside) {
  return edge == wave_edge_fixed ? -here : edge == wave_edge_absorb ? 2.0 * here - inside : here;
}

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (x4 >= fours || z >= nz) return;
  int row = z * fours;
  vec4 here = at_now(z, x4);
  vec4 before = x4 > 0 ? at_now(z, x4 - 1) : edge_west == wave_edge_periodic ? at_now(z, last) : vec4(0);
  vec4 after = x4 < last ? at_now(z, x4 + 1) : edge_west == wave_edge_periodic ? at_now(z, 0) : vec4(0);
  float to_west = x4 > 0 ? before.w : edge_west == wave_edge_periodic ? before[tail - 1] : beyond(edge_west, here.x, here.y);
  vec4 east = vec4(here.yzw, after.x);
  if (x4 == last) east[tail - 1] = edge_east == wave_edge_periodic ? after.x : beyond(edge_east, here[tail - 1], tail > 1 ? here[max(tail - 2, 0)] : before.w);
  vec4 north = z > 0 ? at_now(z - 1, x4) : edge_north == wave_edge_periodic ? at_now(nz - 1, x4) : beyond(edge_north, here, at_now(min(1, nz - 1), x4));
  vec4 south = z < nz - 1 ? at_now(z + 1, x4) : edge_south == wave_edge_periodic ? at_now(0, x4) : beyond(edge_south, here, at_now(max(nz - 2, 0), x4));
  vec4 west = here - vec4(to_west, here.xyz);
  east -= here;
  north = here - north;
  south -= here;
#ifdef VARIED
  vec4 faces = faces_east(z, x4);
  east *= passes(faces);
  west *= passes(faces_west(z, x4, faces));
  north *= passes(faces_north(z, x4));
  south *= passes(faces_north(z + 1, x4));
#endif
  vec4 x = params.p.half_slope.x * params.p.depth * (west + east), y = params.p.half_slope.y * params.p.depth * (north + south);
  flow.v[2 * (row + x4)] = vec4(x.x, y.x, x.y, y.y);
  flow.v[2 * (row + x4) + 1] = vec4(x.z, y.z, x.w, y.w);
}

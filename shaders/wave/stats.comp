// Partial sums over strips of rows: x the elevation (of the water within absorbing borders), y and z the kinetic and
// potential parts of the scheme's invariant 1/2 sum[((h - h_prev)/dt)^2 + c^2 grad h . grad h_prev]; w: energy over
// density and gravity, 1/2 sum[h^2 + (c/g)^2 (grad phi)^2], phi the velocity potential. The order of summation is fixed.
#pragma variants VARIED?
#include "wave/grid.glsl"
#include "wave/rim.glsl"
#ifdef VARIED
#include "wave/faces.glsl"
#endif
layout(constant_id = 6) const int rows = 64;
layout(local_size_x = 32, local_size_y = 1) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(constant_id = 7) const bool has_potential = false;
layout(binding = 3) uniform samplerBuffer potential;
layout(binding = 2) writeonly restrict buffer Sums { vec4 v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { WaveStatsParams p; } params;

// A fixed border is half a cell away, with twice the slope: half the weight of a whole face.
vec4 weight_east(int x4) {
  vec4 w = vec4(1);
  if (edge_east == wave_edge_fixed && x4 == last) w[tail - 1] = 0.5;
  return w;
}

// Squares of the velocity's differences to the east and the south, at the time of u_now.
vec4 moves(int z, int x4) {
  int row = z * fours;
  float k = params.p.half_push;
  vec4 a = texelFetch(u_now, row + x4), b = texelFetch(potential, row + x4);
  vec4 east = east_of(potential, row, x4, b) - b - k * (east_of(u_now, row, x4, a) - a);
  vec4 south = south_of(potential, z, x4, b) - b - k * (south_of(u_now, z, x4, a) - a);
  east *= weight_east(x4) * east;
  south *= south;
  if (edge_south == wave_edge_fixed && z == nz - 1) south *= 0.5;
#ifdef VARIED
  east *= faces_east(z, x4);
  south *= faces_north(z + 1, x4);
#endif
  return trim(params.p.stiffness_x * east + params.p.stiffness_z * south, x4);
}

void main() {
  int x4 = int(gl_GlobalInvocationID.x);
  int z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x4 >= fours || z0 >= nz) return;
  vec4 volume = vec4(0), kinetic = vec4(0), stretch_x = vec4(0), stretch_z = vec4(0), lifted = vec4(0);
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    int row = z * fours;
    vec4 a = texelFetch(u_now, row + x4), b = texelFetch(u_prev, row + x4);
    vec4 rise = (a - b) * params.p.inverse_dt;
    for (int k = 0; k < 4; ++k)
      if (!in_rim(ivec2(4 * x4 + k, z))) volume[k] += a[k];
    if (has_potential) lifted += a * a + params.p.per_gravity * moves(z, x4);
    kinetic += rise * rise;
    vec4 east = weight_east(x4) * (east_of(u_now, row, x4, a) - a) * (east_of(u_prev, row, x4, b) - b);
    vec4 south = (south_of(u_now, z, x4, a) - a) * (south_of(u_prev, z, x4, b) - b);
    if (edge_south == wave_edge_fixed && z == nz - 1) south *= 0.5;
    float west = edge_west == wave_edge_fixed && x4 == 0 ? 2.0 * a.x * b.x : 0.0;
    vec4 north = edge_north == wave_edge_fixed && z == 0 ? 2.0 * a * b : vec4(0);
#ifdef VARIED
    east *= faces_east(z, x4);
    west *= texelFetch(face_x, z * (fours + 1)).w;
    south *= faces_north(z + 1, x4);
    north *= faces_north(z, x4);
#endif
    east.x += west;
    stretch_x += trim(east, x4);
    stretch_z += trim(south + north, x4);
  }
  vec4 one = vec4(1);
  sums.v[int(gl_GlobalInvocationID.y) * fours + x4] =
      vec4(dot(volume, one), 0.5 * dot(kinetic, one),
           0.5 * (params.p.stiffness_x * dot(stretch_x, one) + params.p.stiffness_z * dot(stretch_z, one)), 0.5 * dot(lifted, one));
}

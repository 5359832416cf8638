// Partial sums over strips of rows: x the elevation, y and z the kinetic and potential parts of the scheme's invariant
// 1/2 sum[((h - h_prev)^2 + h L h_prev) / dt^2]. The order of summation is fixed.
#include "wave/grid.glsl"
#include "passes/wave/wave_airy_params.h"
layout(constant_id = 6) const int rows = 64;
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2) uniform samplerBuffer force;  // -L h_prev
layout(binding = 3, std430) writeonly buffer Sums { vec4 v[]; } sums;
layout(push_constant, scalar) uniform ParamsBlock { AirySumParams p; } params;

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x4 >= fours || z0 >= nz) return;
  vec4 volume = vec4(0), kinetic = vec4(0), potential = vec4(0);
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    int at = z * fours + x4;
    vec4 now = texelFetch(u_now, at), rise = (now - texelFetch(u_prev, at)) * params.p.inverse_dt;
    volume += now;
    kinetic += rise * rise;
    potential -= now * params.p.inverse_dt * texelFetch(force, at) * params.p.inverse_dt;
  }
  vec4 one = vec4(1);
  sums.v[int(gl_GlobalInvocationID.y) * fours + x4] = vec4(dot(volume, one), 0.5 * dot(kinetic, one), 0.5 * dot(potential, one), 0);
}

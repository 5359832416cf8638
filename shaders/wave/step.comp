// One sub-step. A thread owns `across` cells along x, in whole vec4s or a part of one, and traverses `rows` rows;
// those above and at the center stay in registers, so a row of 16 cells costs its own four fetches, two for the sides
// and four for the previous time. RESTS: for waves advected by a flow, stores the rounding residual of the rise for
// wave/carry.comp.
#pragma variants RESTS? VARIED?
#include "wave/grid.glsl"
#include "lib/shape.glsl"
#ifdef VARIED
#include "wave/faces.glsl"
#include "wave/drag.glsl"
#endif
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer u_prev;
layout(binding = 2) writeonly restrict buffer UNext { vec4 v[]; } u_next;
#ifdef RESTS
layout(binding = 3) restrict buffer Rests { vec4 v[]; } rests;
#endif
layout(push_constant, scalar) uniform ParamsBlock { WaveParams p; } params;

const int width = (across + 3) / 4;  // vec4s
const bool whole = fours % width == 0;

#ifdef RESTS
// Rounding error of a sum of the two.
vec4 lost_of(vec4 a, vec4 b) {
  precise vec4 sum = a + b;
  precise vec4 of_b = sum - a;
  precise vec4 lost = (a - (sum - of_b)) + (b - of_b);
  return lost;
}
void keep(int i, vec4 lost, int lane) {
  if (across >= 4) {
    rests.v[i] += lost;
  } else {
    for (int n = lane; n < lane + across; ++n) rests.v[i][n] += lost[n];
  }
}
#endif

void put(int i, vec4 v, int lane) {
  if (across >= 4) {
    u_next.v[i] = v;
  } else {
    for (int n = lane; n < lane + across; ++n) u_next.v[i][n] = v[n];
  }
}

void main() {
  int x = int(gl_GlobalInvocationID.x) * across, x0 = x >> 2;
  int z0 = int(gl_GlobalInvocationID.y) * rows;
  if (x0 >= fours || z0 >= nz) return;
  vec4 here[width], north[width];
#ifdef VARIED
  vec4 face_n[width];
#endif
  for (int k = 0; k < width; ++k) {
    int x4 = min(x0 + k, last);
    here[k] = texelFetch(u_now, z0 * fours + x4);
    north[k] = north_of(u_now, z0, x4, here[k]);
#ifdef VARIED
    face_n[k] = faces_north(z0, x4);
#endif
  }
  int end = min(z0 + rows, nz);
  for (int z = z0; z < end; ++z) {
    int row = z * fours;
    float side = west_of(u_now, row, x0, here[0]).x;
#ifdef VARIED
    float face_side = texelFetch(face_x, z * (fours + 1) + x0).w;
#endif
    for (int k = 0; k < width; ++k) {
      int x4 = x0 + k;
      if (!whole && x4 > last) break;
      vec4 c = here[k], south = south_of(u_now, z, x4, c);
      float next = k + 1 < width ? here[min(k + 1, width - 1)].x : texelFetch(u_now, row + min(x4 + 1, last)).x;
      vec4 east = vec4(c.yzw, next);
      if ((!whole || k + 1 == width) && x4 == last) east = bend_east(u_now, row, east, c);
      vec4 to_west = vec4(side, c.xyz) - c, to_east = east - c, to_north = north[k] - c, to_south = south - c;
      // Differences first: they are small and nearly exact, so rounding does not pump the wave.
      vec4 kept = params.p.inertia * (c - texelFetch(u_prev, row + x4));
#ifdef VARIED
      vec4 face_e = faces_east(z, x4), face_s = faces_north(z + 1, x4);
      vec4 along_x = vec4(face_side, face_e.xyz) * to_west + face_e * to_east;
      vec4 along_z = face_n[k] * to_north + face_s * to_south;
      vec4 g = params.p.half_dt * max(texelFetch(drag, row + x4), vec4(0));
      kept *= 1.0 - g;
      vec4 push = params.p.force_x * along_x + params.p.force_z * along_z;
      vec4 rise = (kept + push) / (1.0 + g);
      face_side = face_e.w;
      face_n[k] = face_s;
#else
      vec4 push = params.p.force_x * (to_west + to_east) + params.p.force_z * (to_north + to_south);
      vec4 rise = kept + push;
#endif
#ifdef RESTS
      keep(row + x4, trim(lost_of(kept, push) + lost_of(c, rise), x4), x & 3);
#endif
      put(row + x4, trim(c + rise, x4), x & 3);
      side = c.w;
      north[k] = c;
      here[k] = south;
    }
  }
}

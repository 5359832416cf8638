// Adds the change of the bodies' displacement to both time levels, so without velocity. Between walls the volume is
// conserved exactly: the rounding drift of the mean level is summed exactly and subtracted from four cells in the
// next step.
#pragma variants VARIED?
#include "wave/grid.glsl"
#ifdef VARIED
#include "wave/drag.glsl"
#endif
layout(constant_id = 6) const bool has_drift = false;  // between walls
layout(constant_id = 7) const bool has_drift_next = false;
layout(local_size_x = 64) in;
layout(binding = 0) restrict buffer UNow { vec4 v[]; } u_now;
layout(binding = 1) restrict buffer UPrev { vec4 v[]; } u_prev;
layout(binding = 2) readonly buffer Now { int v[]; } now;
layout(binding = 3) readonly buffer Before { int v[]; } before;
layout(binding = 4) readonly buffer Drift { int v[]; } drift;
layout(binding = 5) coherent buffer DriftNext { int v[]; } drift_next;
layout(push_constant, scalar) uniform ParamsBlock { WaveDisplaceParams p; } params;

const float unit = 4294967296.0;
shared int sums[4];

// Whole 65,536ths of a meter, and what is left in units.
void add(int at, vec4 meters) {
  precise vec4 fine = meters * 65536.0, whole = floor(fine);
  ivec4 high = ivec4(whole), low = ivec4(roundEven((fine - whole) * 65536.0));
  atomicAdd(sums[at], high.x + high.y + high.z + high.w);
  atomicAdd(sums[at + 1], low.x + low.y + low.z + low.w);
}

int drift_of(int at) { return drift.v[at] * 65536 + drift.v[at + 1]; }

void main() {
  int x4 = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y);
  if (has_drift && has_drift_next) {
    if (gl_LocalInvocationIndex < 4u) sums[gl_LocalInvocationIndex] = 0;
    barrier();
  }
  if (x4 < fours && z < nz) {
    int first = z * nx + 4 * x4, at = z * fours + x4;
    int level = now.v[nx * nz] - before.v[nx * nz];
    ivec4 change = ivec4(0);
    for (int i = 0; i < 4; ++i) {
      if (4 * x4 + i < nx) change[i] = now.v[first + i] - before.v[first + i];
    }
    precise vec4 rise = trim(params.p.quantum * vec4(change) + params.p.level_quantum * float(level), x4);
#ifdef VARIED
    rise = mix(rise, vec4(0), lessThan(texelFetch(drag, at), vec4(0)));
#endif
    vec4 old = u_now.v[at], old_prev = u_prev.v[at];
    precise vec4 fresh = old + rise, fresh_prev = old_prev + rise;
    if (has_drift && has_drift_next) {
      for (int k = 0; k < 4; ++k) {
        int lane = params.p.keepers[k] - first;
        if (lane < 0 || lane > 3 || 4 * x4 + lane >= nx) continue;
        int total = drift.v[4] + drift_of(2);
        fresh[lane] -= 0.25 * float(drift_of(0) + total) / unit;
        if (k == 0) atomicAdd(drift_next.v[4], total);
      }
      add(0, fresh - fresh_prev);
      add(2, old - old_prev);
      add(2, (fresh - old) - rise);
    }
    u_now.v[at] = fresh;
    u_prev.v[at] = fresh_prev;
  }
  if (has_drift && has_drift_next) {
    barrier();
    if (gl_LocalInvocationIndex < 2u) {
      int pair = 2 * int(gl_LocalInvocationIndex);
      atomicAdd(drift_next.v[pair], sums[pair] + (sums[pair + 1] >> 16));
      atomicAdd(drift_next.v[pair + 1], sums[pair + 1] & 0xffff);
    }
  }
}

// Cycles of the levels that fit one workgroup. Values and right sides lie in one buffer; barriers stand between sweeps.
layout(local_size_x = 4, local_size_y = 32) in;
layout(binding = 0) readonly restrict buffer Rhs { vec4 v[]; } rhs;
#ifdef POISSON_VARIED
layout(binding = 1) uniform samplerBuffer faces;
#endif
layout(binding = 2) restrict buffer Red { vec4 v[]; } red;
layout(binding = 3) restrict buffer Black { vec4 v[]; } black;
layout(binding = 4) coherent buffer Pool { vec4 v[]; } pool;
#include "passes/poisson_params.h"
layout(binding = 5, scalar) uniform ParamsBlock { PoissonSmallParams p; } params;
int plane, values_at, faces_at_, coarse_plane, coarse_values_at, coarse_faces_at_;
int own = -1;  // the colour whose old values are in the third plane
#define CELL(c, i) pool.v[values_at + ((c) == own ? 2 : (c)) * plane + (i)]
#define FACE(c, f, i) texelFetch(faces, faces_at_ + ((c) * 5 + (f)) * plane + (i))
#define COARSE(c, i) pool.v[coarse_values_at + (c) * coarse_plane + (i)]
#define COARSE_FACE(c, f, i) texelFetch(faces, coarse_faces_at_ + ((c) * 5 + (f)) * coarse_plane + (i))
#include "lib/poisson_grid.glsl"
#include "lib/poisson_interpolate.glsl"

const int threads_x = 4, threads_z = 32;

void meet() {
  memoryBarrierBuffer();
  barrier();
}

void enter(int i) {
  PoissonSmallLevel s = params.p.levels[i];
  plane = s.level.columns * s.level.cells.y;
  values_at = s.values;
  faces_at_ = s.faces;
}
void enter_coarse(int i) {
  PoissonSmallLevel s = params.p.levels[i];
  coarse_plane = s.level.columns * s.level.cells.y;
  coarse_values_at = s.values;
  coarse_faces_at_ = s.faces;
}

#define EACH(columns, count)                                                  \
  for (int z = int(gl_LocalInvocationID.y); z < (count); z += threads_z)      \
    for (int k = int(gl_LocalInvocationID.x); k < (columns); k += threads_x)

void sweep(int i, int color) {
  PoissonLevel l = params.p.levels[i].level;
  int rhs_at = params.p.levels[i].rhs + color * plane;
  bool seam = (periodic_x && (l.cells.x & 1) == 1) || (periodic_z && (l.cells.y & 1) == 1);
  if (seam) {
    EACH(l.columns, l.cells.y) pool.v[values_at + 2 * plane + z * l.columns + k] = CELL(color, z * l.columns + k);
    meet();
    own = color;
  }
  EACH(l.columns, l.cells.y) {
    int at = z * l.columns + k;
    vec4 v = relaxed(faces_at(l, color, z, k), around(l, color, z, k), pool.v[rhs_at + at]);
    pool.v[values_at + color * plane + at] = v;
  }
  own = -1;
  meet();
}

vec4 residual_at(PoissonLevel l, int rhs_at, int color, int z, int k) {
  int i = z * l.columns + k;
  return residual_of(faces_at(l, color, z, k), around(l, color, z, k), CELL(color, i), pool.v[rhs_at + color * plane + i]);
}

void restrict_to(int i) {
  PoissonLevel l = params.p.levels[i].level, c = params.p.levels[i + 1].level;
  int rhs_at = params.p.levels[i].rhs, to = params.p.levels[i + 1].rhs, values_to = params.p.levels[i + 1].values;
  int cplane = c.columns * c.cells.y;
  bool both = (periodic_x && (l.cells.x & 1) == 1) || (periodic_z && (l.cells.y & 1) == 1);
  EACH(c.columns, c.cells.y) {
    vec4 pair[2];
    for (int h = 0; h < 2; ++h) {
      int fk = 2 * k + h;
      vec4 sum = vec4(0);
      if (fk < l.columns) {
        for (int j = 0; j < 2; ++j) {
          int fz = 2 * z + j;
          if (fz >= l.cells.y) continue;
          sum += residual_at(l, rhs_at, 0, fz, fk);
          if (both) sum += residual_at(l, rhs_at, 1, fz, fk);
        }
      }
      pair[h] = sum;
    }
    vec4 even = vec4(pair[0].xz, pair[1].xz), odd = vec4(pair[0].yw, pair[1].yw);
    int at = z * c.columns + k;
    pool.v[to + at] = (z & 1) == 0 ? even : odd;
    pool.v[to + cplane + at] = (z & 1) == 0 ? odd : even;
    pool.v[values_to + at] = vec4(0);
    pool.v[values_to + cplane + at] = vec4(0);
  }
  meet();
}

void prolong_from(int i, int color) {
  PoissonLevel l = params.p.levels[i].level, c = params.p.levels[i + 1].level;
  EACH(l.columns, l.cells.y) {
    int at = values_at + color * plane + z * l.columns + k, cz = z >> 1;
    Run here = run_at(c, cz, k >> 1), there = run_at(c, (z & 1) == 0 ? cz - 1 : cz + 1, k >> 1);
    vec4 change = correction(l, c, z, k >> 1, k & 1, (z + color) & 1, here, there);
    pool.v[at] = corrected(l, color, z, k, pool.v[at], change);
  }
}

void main() {
  PoissonSmallLevel top = params.p.levels[0];
  int top_plane = top.level.columns * top.level.cells.y, last = params.p.count - 1;
  EACH(top.level.columns, top.level.cells.y) {
    int i = z * top.level.columns + k;
    bool warm = params.p.warm != 0;
    pool.v[top.rhs + i] = rhs.v[i];
    pool.v[top.rhs + top_plane + i] = rhs.v[top_plane + i];
    pool.v[top.values + i] = warm ? red.v[i] : vec4(0);
    pool.v[top.values + top_plane + i] = warm ? black.v[i] : vec4(0);
  }
  meet();
  for (int cycle = 0; cycle < params.p.cycles; ++cycle) {
    for (int step = 0; step <= 2 * last; ++step) {
      bool down = step <= last;
      int i = down ? step : 2 * last - step;
      enter(i);
      if (!down) {
        enter_coarse(i + 1);
        PoissonLevel l = params.p.levels[i].level;
        if ((periodic_x && (l.cells.x & 1) == 1) || (periodic_z && (l.cells.y & 1) == 1)) prolong_from(i, 0);
        prolong_from(i, 1);
        meet();
      }
      int sweeps = step == last ? 1 : 2 * params.p.smoothings;
      for (int n = 0; n < sweeps; ++n) sweep(i, n & 1);
      if (down && i < last) restrict_to(i);
    }
  }
  EACH(top.level.columns, top.level.cells.y) {
    int i = z * top.level.columns + k;
    red.v[i] = pool.v[top.values + i];
    black.v[i] = pool.v[top.values + top_plane + i];
  }
}

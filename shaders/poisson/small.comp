// Cycles of the coarse levels by one workgroup, with barriers between sweeps. Values and right sides share one image,
// because software devices read data of the same dispatch fastest from images.
#pragma variants VARIED?
#include "passes/poisson/poisson_params.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer rhs;
#ifdef VARIED
layout(binding = 1) uniform samplerBuffer faces;
#endif
layout(binding = 2) restrict buffer Red { vec4 v[]; } red;
layout(binding = 3) restrict buffer Black { vec4 v[]; } black;
layout(binding = 4, rgba32f) uniform coherent image2D pool;
layout(binding = 5, scalar) uniform ParamsBlock { PoissonSmallParams p; } params;
layout(binding = 6) readonly restrict buffer Report { PoissonReport p; } report;
int plane, values_at, faces_at_, coarse_plane, coarse_values_at, coarse_faces_at_;
int own = -1;  // the color whose old values are in the third plane
#define TEXEL(i) ivec2((i) & (poisson_small_width - 1), (i) / poisson_small_width)
#define POOL(i) imageLoad(pool, TEXEL(i))
#define CELL(c, i) POOL(values_at + ((c) == own ? 2 : (c)) * plane + (i))
#define FACE(c, f, i) texelFetch(faces, faces_at_ + ((c) * 5 + (f)) * plane + (i))
#define COARSE(c, i) POOL(coarse_values_at + (c) * coarse_plane + (i))
#define COARSE_FACE(c, f, i) texelFetch(faces, coarse_faces_at_ + ((c) * 5 + (f)) * coarse_plane + (i))
#include "poisson/grid.glsl"
#include "poisson/interpolate.glsl"

void keep(int i, vec4 v) { imageStore(pool, TEXEL(i), v); }

void meet() {
  memoryBarrierImage();
  barrier();
  memoryBarrierImage();
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

bool seam_of(PoissonLevel l) {
  return (periodic_x && (l.cells.x & 1) == 1) || (periodic_z && (l.cells.y & 1) == 1);
}

// A thread's vec4 of a row, its first row and the end of its rows.
ivec3 mine(int i) {
  PoissonSmallLevel s = params.p.levels[i];
  int me = int(gl_LocalInvocationID.x), k = me & ((1 << s.lanes) - 1), z0 = (me >> s.lanes) * s.rows;
  return ivec3(k, z0, k < s.level.columns ? min(z0 + s.rows, s.level.cells.y) : 0);
}

void sweep(int i, int color) {
  PoissonLevel l = params.p.levels[i].level;
  int rhs_at = params.p.levels[i].rhs + color * plane, to = values_at + color * plane;
  ivec3 m = mine(i);
  int k = m.x;
  if (seam_of(l)) {
    for (int z = m.y; z < m.z; ++z) keep(values_at + 2 * plane + z * l.columns + k, CELL(color, z * l.columns + k));
    meet();
    own = color;
  }
  if (m.y < m.z) {
#ifndef VARIED
    Span even = span_of(l, k, 0), odd = span_of(l, k, 1);
#endif
    Around a;
    a.north = row_at(l, color, m.y - 1, k);
    vec4 here = row_at(l, color, m.y, k);
    for (int z = m.y; z < m.z; ++z) {
      int s = (z + color) & 1, at = z * l.columns + k;
      float side = side_of(l, color, z, k, k, s);
      a.west = s == 0 ? vec4(side, here.xyz) : here;
      a.east = s == 0 ? here : vec4(here.yzw, side);
      wrap(l, color, z, k, s, a.west, a.east);
      a.south = row_at(l, color, z + 1, k);
#ifdef VARIED
      Faces f = faces_at(l, color, z, k);
#else
      Span span = odd;
      if (s == 0) span = even;
      Faces f = faces_from(l, span, band_of(l, z));
#endif
      keep(to + at, relaxed(f, a, POOL(rhs_at + at)));
      a.north = here;
      here = a.south;
    }
  }
  own = -1;
  meet();
}

vec4 residual_at(PoissonLevel l, int rhs_at, int color, int z, int k) {
  int i = z * l.columns + k;
  return residual_of(faces_at(l, color, z, k), around(l, color, z, k), CELL(color, i), POOL(rhs_at + color * plane + i));
}

void restrict_to(int i) {
  PoissonLevel l = params.p.levels[i].level, c = params.p.levels[i + 1].level;
  int rhs_at = params.p.levels[i].rhs, to = params.p.levels[i + 1].rhs, values_to = params.p.levels[i + 1].values;
  int cplane = c.columns * c.cells.y;
  bool both = seam_of(l);
  ivec3 m = mine(i + 1);
  for (int z = m.y; z < m.z; ++z) {
    vec4 pair[2];
    for (int h = 0; h < 2; ++h) {
      int k = 2 * m.x + h;
      vec4 sum = vec4(0);
      if (k < l.columns) {
        for (int fz = 2 * z; fz < min(2 * z + 2, l.cells.y); ++fz) {
          sum += residual_at(l, rhs_at, 0, fz, k);
          if (both) sum += residual_at(l, rhs_at, 1, fz, k);
        }
      }
      pair[h] = sum;
    }
    vec4 even = vec4(pair[0].xz, pair[1].xz), odd = vec4(pair[0].yw, pair[1].yw);
    int at = z * c.columns + m.x;
    bool whole = (z & 1) == 0;
    keep(to + at, whole ? even : odd);
    keep(to + cplane + at, whole ? odd : even);
    keep(values_to + at, vec4(0));
    keep(values_to + cplane + at, vec4(0));
  }
  meet();
}

void prolong_from(int i, int color) {
  PoissonLevel l = params.p.levels[i].level, c = params.p.levels[i + 1].level;
  ivec3 m = mine(i);
  int k = m.x;
  for (int z = m.y; z < m.z; ++z) {
    int at = values_at + color * plane + z * l.columns + k, cz = z >> 1;
    Run here = run_at(c, cz, k >> 1), there = run_at(c, (z & 1) == 0 ? cz - 1 : cz + 1, k >> 1);
    vec4 change = correction(l, c, z, k >> 1, k & 1, (z + color) & 1, here, there);
    keep(at, corrected(l, color, z, k, POOL(at), change));
  }
}

void main() {
  PoissonSmallLevel top = params.p.levels[0];
  int top_plane = top.level.columns * top.level.cells.y, last = params.p.count - 1;
  float mean = params.p.center * report.p.mean;
  for (int i = int(gl_LocalInvocationID.x); i < 2 * top_plane; i += 64) keep(top.rhs + i, texelFetch(rhs, i) - mean);
  for (int i = int(gl_LocalInvocationID.x); i < top_plane; i += 64) {
    bool warm = params.p.warm != 0;
    keep(top.values + i, warm ? red.v[i] : vec4(0));
    keep(top.values + top_plane + i, warm ? black.v[i] : vec4(0));
  }
  meet();
  for (int cycle = 0; cycle < params.p.cycles; ++cycle) {
    for (int step = 0; step <= 2 * last; ++step) {
      bool down = step <= last;
      int i = down ? step : 2 * last - step;
      enter(i);
      if (!down) {
        enter_coarse(i + 1);
        if (seam_of(params.p.levels[i].level)) prolong_from(i, 0);
        prolong_from(i, 1);
        meet();
      }
      int sweeps = step == last ? 1 : 2 * params.p.smoothings;
      for (int n = 0; n < sweeps; ++n) sweep(i, n & 1);
      if (down && i < last) restrict_to(i);
    }
  }
  for (int i = int(gl_LocalInvocationID.x); i < top_plane; i += 64) {
    red.v[i] = POOL(top.values + i);
    black.v[i] = POOL(top.values + top_plane + i);
  }
}

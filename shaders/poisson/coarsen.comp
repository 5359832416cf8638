// Faces of a coarse level: as open as the two they stand for, over the distance of the coarse centers.
// SMALL: of all levels that one workgroup solves, from the first on; they lie in one buffer.
#pragma variants SMALL?
#include "lib/meet.glsl"
#include "passes/poisson/poisson_params.h"
#ifdef SMALL
layout(local_size_x = 64) in;
layout(binding = 1) coherent restrict buffer Faces { vec4 v[]; } faces;
layout(binding = 2, scalar) uniform ParamsBlock { PoissonSmallParams p; } params;
#define FINE(i) faces.v[from + (i)]
#else
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform samplerBuffer fine_faces;
layout(binding = 1) writeonly restrict buffer Faces { vec4 v[]; } faces;
layout(push_constant, scalar) uniform ParamsBlock { PoissonFacesParams p; } params;
#define FINE(i) texelFetch(fine_faces, i)
#endif

int s;              // parity of the coarse row in this color
int from = 0, to = 0;  // where the levels begin, in vec4s

vec4 fine_at(PoissonLevel l, int color, int f, int z, int k) {
  int i = (5 * color + f) * l.columns * l.cells.y + z * l.columns;
  vec4 a = FINE(i + 2 * k), b = 2 * k + 1 < l.columns ? FINE(i + 2 * k + 1) : vec4(0);
  return s == 0 ? vec4(a.xz, b.xz) : vec4(a.yw, b.yw);
}

vec4 reach_x(PoissonLevel l, ivec4 face) {
  int n = l.cells.x;
  vec4 v = mix(vec4(1), vec4(l.to_east), equal(face, ivec4(n - 1)));
  return mix(mix(v, vec4(l.east), equal(face, ivec4(n))), vec4(l.west), equal(face, ivec4(0)));
}
float reach_z(PoissonLevel l, int face) {
  int n = l.cells.y;
  return face == 0 ? l.north : face == n ? l.south : face == n - 1 ? l.to_south : 1.0;
}
float share(float coarse, float fine) { return fine > 0 ? 0.5 * coarse / fine : 0.0; }
vec4 share(vec4 coarse, vec4 fine) {
  return vec4(share(coarse.x, fine.x), share(coarse.y, fine.y), share(coarse.z, fine.z), share(coarse.w, fine.w));
}

void coarsen(PoissonLevel l, PoissonLevel c, int k, int z, int color) {
  s = (z + color) & 1;
  ivec4 x = 8 * k + s + ivec4(0, 2, 4, 6);
  int z0 = 2 * z, z1 = 2 * z + 1;
  bool two = z1 < l.cells.y;
  bvec4 pair = lessThan(2 * x + 1, ivec4(l.cells.x));
  // Cell 2 x is red in row z0 and black in row z1; cell 2 x + 1 the other way round; all are entry x of their rows.
  vec4 west = fine_at(l, 0, 0, z0, k);
  vec4 east = mix(fine_at(l, 0, 1, z0, k), fine_at(l, 1, 1, z0, k), pair);
  vec4 north = fine_at(l, 0, 2, z0, k) + fine_at(l, 1, 2, z0, k);
  vec4 south = fine_at(l, 0, 3, z0, k) + fine_at(l, 1, 3, z0, k);
  vec4 volume = fine_at(l, 0, 4, z0, k) + fine_at(l, 1, 4, z0, k);
  if (two) {
    west += fine_at(l, 1, 0, z1, k);
    east += mix(fine_at(l, 1, 1, z1, k), fine_at(l, 0, 1, z1, k), pair);
    south = fine_at(l, 1, 3, z1, k) + fine_at(l, 0, 3, z1, k);
    volume += fine_at(l, 1, 4, z1, k) + fine_at(l, 0, 4, z1, k);
  }
  west *= share(reach_x(c, x), reach_x(l, 2 * x));
  east *= share(reach_x(c, x + 1), reach_x(l, min(2 * x + 2, ivec4(l.cells.x))));
  north *= share(reach_z(c, z), reach_z(l, z0));
  south *= share(reach_z(c, z + 1), reach_z(l, min(z0 + 2, l.cells.y)));
  int plane = c.columns * c.cells.y, i = to + 5 * color * plane + z * c.columns + k;
  vec4 inside = mix(vec4(0), vec4(1), lessThan(x, ivec4(c.cells.x)));
  faces.v[i] = west * inside;
  faces.v[i + plane] = east * inside;
  faces.v[i + 2 * plane] = north * inside;
  faces.v[i + 3 * plane] = south * inside;
  faces.v[i + 4 * plane] = volume * inside * 0.25;
}

void main() {
#ifdef SMALL
  for (int level = 1; level < params.p.count; ++level) {
    PoissonLevel l = params.p.levels[level - 1].level, c = params.p.levels[level].level;
    from = params.p.levels[level - 1].faces;
    to = params.p.levels[level].faces;
    int plane = c.columns * c.cells.y;
    for (int i = int(gl_LocalInvocationID.x); i < 2 * plane; i += 64)
      coarsen(l, c, i % c.columns, (i % plane) / c.columns, i / plane);
    meet_with_buffers();
  }
#else
  int k = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y), color = int(gl_GlobalInvocationID.z);
  if (k >= params.p.coarse.columns || z >= params.p.coarse.cells.y) return;
  coarsen(params.p.fine, params.p.coarse, k, z, color);
#endif
}

#pragma variants PACKED?
#include "lib/shape.glsl"
layout(binding = 0) uniform samplerBuffer red;
layout(binding = 1) uniform samplerBuffer black;
#ifdef PACKED
layout(binding = 2) writeonly restrict buffer P { vec4 v[]; } p;
#else
layout(binding = 2) writeonly restrict buffer P { float v[]; } p;
#endif
#include "poisson/copy.glsl"

void put_four(int z, int x, vec4 v) {
  int nx = params.p.level.cells.x, at = z * nx + x;
  if (x >= nx) return;
#ifdef PACKED
  p.v[at >> 2] = v;
#else
  p.v[at] = v.x;
  if (x + 1 < nx) p.v[at + 1] = v.y;
  if (x + 2 < nx) p.v[at + 2] = v.z;
  if (x + 3 < nx) p.v[at + 3] = v.w;
#endif
}

void put_one(int z, int x, float v) {
  int nx = params.p.level.cells.x, at = z * nx + x;
  if (x >= nx) return;
#ifdef PACKED
  p.v[at >> 2][at & 3] = v;
#else
  p.v[at] = v;
#endif
}

// A thread owns `across` cells along x, at most the eight of a vec4 of each color.
void main() {
  PoissonLevel l = params.p.level;
  int x = int(gl_GlobalInvocationID.x) * across, k = x >> 3, z0 = int(gl_GlobalInvocationID.y) * rows;
  if (k >= l.columns || z0 >= l.cells.y) return;
  int last = min(z0 + rows, l.cells.y);
  int z = z0;
  do {
    vec4 r = texelFetch(red, z * l.columns + k), b = texelFetch(black, z * l.columns + k);
    vec4 first = (z & 1) == 0 ? r : b, second = (z & 1) == 0 ? b : r;
    if (across < 8) {
      for (int n = x; n < x + across; ++n) put_one(z, n, ((n & 1) == 0 ? first : second)[n >> 1 & 3]);
    } else {
      put_four(z, 8 * k, vec4(first.x, second.x, first.y, second.y));
      put_four(z, 8 * k + 4, vec4(first.z, second.z, first.w, second.w));
    }
  } while (++z < last);
}

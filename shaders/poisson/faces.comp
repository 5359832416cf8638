// Faces of the finest level from their openness. WEIGHTED: cells have weights of the shift.
#pragma variants WEIGHTED?
#include "passes/poisson/poisson_params.h"
layout(local_size_x = 8, local_size_y = 8) in;
layout(constant_id = 0) const bool periodic_x = false;
layout(constant_id = 1) const bool periodic_z = false;
layout(binding = 0) readonly restrict buffer OpenX { float v[]; } open_x;
layout(binding = 1) readonly restrict buffer OpenZ { float v[]; } open_z;
layout(binding = 2) writeonly restrict buffer Faces { vec4 v[]; } faces;
#ifdef WEIGHTED
layout(binding = 3) readonly restrict buffer Weights { float v[]; } weights;
#else
layout(binding = 3) restrict buffer Outflow { uint v[]; } outflow;
#endif
layout(push_constant, scalar) uniform ParamsBlock { PoissonFacesParams p; } params;

void main() {
  PoissonLevel l = params.p.fine;
  int k = int(gl_GlobalInvocationID.x), z = int(gl_GlobalInvocationID.y), color = int(gl_GlobalInvocationID.z);
  if (k >= l.columns || z >= l.cells.y) return;
  int nx = l.cells.x, nz = l.cells.y, plane = l.columns * nz;
  vec4 w = vec4(0), e = vec4(0), n = vec4(0), s = vec4(0), weight = vec4(0);
  bool leaves = false;
  for (int lane = 0; lane < 4; ++lane) {
    int x = 8 * k + 2 * lane + ((z + color) & 1);
    if (x >= nx) continue;
    int row = z * (nx + 1);
    w[lane] = open_x.v[row + x];
    e[lane] = open_x.v[row + (periodic_x && x == nx - 1 ? 0 : x + 1)];
    n[lane] = open_z.v[z * nx + x];
    s[lane] = open_z.v[(periodic_z && z == nz - 1 ? 0 : z + 1) * nx + x];
#ifdef WEIGHTED
    weight[lane] = weights.v[z * nx + x];
#endif
    if (periodic_x && nx == 1) w[lane] = e[lane] = 0;
    if (periodic_z && nz == 1) n[lane] = s[lane] = 0;
    if (!periodic_x) leaves = leaves || (x == 0 && w[lane] > 0) || (x == nx - 1 && e[lane] > 0);
    if (!periodic_z) leaves = leaves || (z == 0 && n[lane] > 0) || (z == nz - 1 && s[lane] > 0);
  }
  int i = 5 * color * plane + z * l.columns + k;
  faces.v[i] = l.along_x * w;
  faces.v[i + plane] = l.along_x * e;
  faces.v[i + 2 * plane] = l.along_z * n;
  faces.v[i + 3 * plane] = l.along_z * s;
#ifndef WEIGHTED
  if (leaves) atomicMax(outflow.v[0], 1u);
  weight = mix(vec4(0), vec4(1), greaterThan(w + e + n + s, vec4(0)));
#endif
  faces.v[i + 4 * plane] = weight;
}

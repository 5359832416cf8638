// Hash of three integers: the same bits in shaders and in C++.
#ifndef PASSES_GRID_HASH_H
#define PASSES_GRID_HASH_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::grid)

// pcg3d [Jarzynski and Olano 2020].
SHARED uvec3 hash3(uvec3 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v = v ^ (v >> 16u);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return v;
}

SHARED_END
#endif

// Structs of the kernels of marching cubes and their fields. Samples lie in blocks of 8 x 8 x 8. One word of bits marks
// the inside samples of 32 (8 along x, 4 along y).
#ifndef PASSES_MESHING_MARCHING_CUBES_PARAMS_H
#define PASSES_MESHING_MARCHING_CUBES_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::meshing)

const int block_side = 8;
const uint block_samples = 512u;
const uint block_words = 16u;
const uint marching_threads = 64u;  // workgroup size of the kernels that make vertices or triangles
const uint no_block = 0xffffffffu;
const uint marching_groups = 32768u;  // limit of a dispatch over vertices or triangles

struct MarchingParams {
  ivec3 samples;  // samples of the whole grid
  ivec3 blocks;   // blocks of the whole grid
  vec3 origin;    // position of sample 0, meters
  float cell;     // meters
  float iso;
  float outside;  // value of samples outside all blocks
  uint slots;     // dense: number of blocks
  uint vertex_capacity;
  uint triangle_capacity;
};

// Arguments of the indexed indirect draw, then the numbers without the limits of memory.
struct MarchingFigures {
  uint indices;
  uint instances;
  uint first_index;
  int vertex_offset;
  uint first_instance;
  uint vertices;
  uint vertices_wanted;
  uint triangles_wanted;
};

// Arguments of the dispatches over vertices and over cells with triangles.
struct MarchingWork {
  uvec3 vertices;
  uvec3 triangles;
  uint cells;
};

SHARED_END
#endif

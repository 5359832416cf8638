// Parameter blocks of the water and caustics shaders.
#ifndef PASSES_WATER_PARAMS_H
#define PASSES_WATER_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::water)

// A SurfaceField as the shaders see it.
struct FieldParams {
  vec4 origin;  // middle at rest level; w: depth of the closed sides, 0: none
  vec4 size;    // x, z: metres; zw: 1 where x, z are periodic
  uvec4 cells;  // x, z of the surface image; zw: quads of the drawn grid
};

struct SurfaceParams {
  FieldParams field;
  float code;  // 1 + index of the surface; written to the target with the side's sign
  float roughness;
  float ripple;  // strength of the detail normals
  float sides;   // first vertex of the side walls
};

const uint max_water_boxes = 16u;

// Where water is, for path lengths: corners of its boxes.
struct WaterBox {
  vec4 low;
  vec4 high;      // w: 1 if sides and bottom are closed and seen through
  vec4 sediment;  // albedo of what the water carries; w: its extinction, 1/m
  float foams;    // 1 if its foam is known: none is made up at its shores
};

struct ShadeParams {
  vec4 absorption;  // 1/m; w: index of refraction
  vec4 scatter;     // albedo; w: box the eye is in, -1: none
  WaterBox boxes[16];
  float entering;    // part of the sun's radiance that a level surface lets in, times the cosine
  float eye_height;  // over the rest level of the box that the eye is in
  ivec2 eye_cell;    // of that water's surface
  uint mirrored;     // bit i: the planar picture of reflections is water i's
};

struct CausticsParams {
  FieldParams field;
  mat4 world_from_sun;  // inverse of Camera::bent_matrix
  vec4 optics;          // strength; dispersion: change of (index - 1) from green to blue; 0; strength of ripples
  vec4 map;             // texels along a side; metres per clip depth; reach, metres
  vec4 footprint;       // low and high corner in that clip space of what light through this water can reach
};

SHARED_END
#endif

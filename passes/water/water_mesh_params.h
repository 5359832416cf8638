// Parameter blocks of the shaders that draw water as triangles and droplets.
#ifndef PASSES_WATER_WATER_MESH_PARAMS_H
#define PASSES_WATER_WATER_MESH_PARAMS_H
#include "engine/core/shared.h"
#include "passes/water/water_params.h"
SHARED_BEGIN(undine::water)

struct MeshSurfaceParams {
  float code;  // 1 + index of the water; written to the target with the side's sign
  float roughness;
  float ripple;      // with CARRIED: strength of the detail normals of the water that falls over its edge
  FieldParams from;  // its grid
};

struct MeshOptics {
  WaterOptics of[16];  // by that index
  uint nappes;         // bit i: it has fallen over an edge, as a sheet
};

struct SunThroughParams {
  mat4 world_from_sun;  // inverse of Camera::sun_matrix
  vec4 absorption;      // 1/m; w: index of refraction
  float sunlit;         // part of the sun's light that a level surface lets in
  float strength;       // of the light that curved surfaces focus
  float reach;          // texels over which that is smoothed: as far as single particles bulge
};

struct MeshPhotonParams {
  float slack;  // of the sun's map's depth: how far behind the front a vertex still is of it
  float index;  // of refraction
};

SHARED_END
#endif

// Parameter blocks of the shaders that draw water as triangles and droplets.
#ifndef PASSES_WATER_MESH_PARAMS_H
#define PASSES_WATER_MESH_PARAMS_H
#include "engine/core/shared.h"
#include "passes/water/water_params.h"
SHARED_BEGIN(undine::water)

struct MeshSurfaceParams {
  float code;  // 1 + index of the water; written to the target with the side's sign
  float roughness;
};

struct MeshOptics {
  WaterOptics of[16];  // by that index
};

struct SunThroughParams {
  mat4 world_from_sun;     // inverse of Camera::sun_matrix
  vec4 absorption;         // 1/m; w: index of refraction
  float sunlit;            // part of the sun's light that a level surface lets in
  float metres_per_depth;  // of the sun's map
  float texel;             // of the map of light, metres
  float strength;          // of the light that curved surfaces focus
  float reach;             // texels over which curvature is measured: more than single particles make
};

SHARED_END
#endif

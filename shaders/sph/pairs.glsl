// Common parts of the particles' pressure solves: neighbor lists and gradients of the cubic spline.
#include "passes/sph/sph_params.h"
#include "sph/walls.glsl"
#include "passes/solids/sph_kernels.h"
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform usamplerBuffer lists;
layout(binding = 2) uniform usamplerBuffer heads;
#ifndef SPH_CONTROL
#define SPH_CONTROL readonly
#endif
layout(binding = 3, scalar) SPH_CONTROL buffer Control { SphControl c; } control;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;
#include "sph/lists.glsl"
#include "sph/gradients.glsl"

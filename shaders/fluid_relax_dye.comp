#define VALUE vec4
#include "lib/fluid_relax.glsl"

#define VALUE float
#include "lib/fluid_relax.glsl"

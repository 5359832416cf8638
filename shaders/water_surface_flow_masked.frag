// Water is not drawn inside hulls that are open to the eye.
// Detail and foam that move with the water's flow.
#define FLOW
#define HULL_MASK
#include "lib/water_surface.glsl"

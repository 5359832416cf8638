// Water is not drawn inside hulls that are open to the eye.
#define HULL_MASK
#include "lib/water_surface.glsl"

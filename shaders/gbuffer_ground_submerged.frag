// Terrain under water.
#define SUBMERGED
#include "gbuffer_ground.frag"

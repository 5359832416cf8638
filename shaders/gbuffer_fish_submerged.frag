// Fish under water.
#define SUBMERGED
#include "gbuffer_fish.frag"

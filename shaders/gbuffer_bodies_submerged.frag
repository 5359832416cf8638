// Bodies under water.
#define SUBMERGED
#include "gbuffer_bodies.frag"

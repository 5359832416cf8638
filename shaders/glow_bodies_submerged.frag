// The glow of bodies under water.
#define SUBMERGED
#include "glow_bodies.frag"

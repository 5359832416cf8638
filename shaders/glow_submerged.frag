// The glow of what is under water.
#define SUBMERGED
#include "glow.frag"

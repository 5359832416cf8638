// A solid thing under water.
#define SUBMERGED
#include "gbuffer.frag"

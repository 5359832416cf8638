// A blended thing under water.
#define SUBMERGED
#include "blended.frag"

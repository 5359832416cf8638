#define SWIMMERS
#include "water_shade.frag"

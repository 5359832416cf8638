#define POISSON_PACKED
#include "lib/poisson_store.glsl"

#include "lib/poisson_store.glsl"

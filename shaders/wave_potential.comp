#include "lib/wave_potential.glsl"

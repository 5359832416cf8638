#include "lib/wave_rate.glsl"

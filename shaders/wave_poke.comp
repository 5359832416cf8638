#include "lib/wave_poke.glsl"

// Uniform water. [Popov 2003], [Han & Chen 2017]
#include "lib/wave_step.glsl"

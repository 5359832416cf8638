#include "lib/wave_displace.glsl"

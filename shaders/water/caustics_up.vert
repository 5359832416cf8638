// Photons that the water throws up.
#define UP
#include "water/photon.glsl"

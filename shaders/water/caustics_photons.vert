// Photons that the water lets in.
#include "water/photon.glsl"

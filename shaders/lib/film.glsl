// Water of columns that is no deeper is a film on wet ground: it has no surface, and the ground is lit as in the air.
#ifndef SHADERS_LIB_FILM_GLSL
#define SHADERS_LIB_FILM_GLSL

const float least_film = 0.003;  // meters

#endif

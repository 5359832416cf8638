// Maximum depth of films: columns below it have no drawn surface, and their ground is lit as in the air.
#ifndef SHADERS_LIB_FILM_GLSL
#define SHADERS_LIB_FILM_GLSL

const float least_film = 0.003;  // meters

#endif

// atan(y, x) with the value 0 at (0, 0), where GLSL leaves it undefined.
#ifndef SHADERS_LIB_ANGLE_GLSL
#define SHADERS_LIB_ANGLE_GLSL
float angle_of(float y, float x) { return y == 0.0 && x == 0.0 ? 0.0 : atan(y, x); }
#endif

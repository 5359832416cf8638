// atan(y, x), whose value is open at (0, 0): there 0.
#ifndef SHADERS_LIB_ANGLE_GLSL
#define SHADERS_LIB_ANGLE_GLSL
float angle_of(float y, float x) { return y == 0.0 && x == 0.0 ? 0.0 : atan(y, x); }
#endif

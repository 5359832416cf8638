// Tests |x| < `most`, false for NaN. Uses the bits, because comparisons with NaN are undefined without
// shaderSignedZeroInfNanPreserveFloat32.
#ifndef SHADERS_LIB_FINITE_GLSL
#define SHADERS_LIB_FINITE_GLSL
bool is_below(float v, float most) { return (floatBitsToUint(v) & 0x7fffffffu) < floatBitsToUint(most); }
#endif

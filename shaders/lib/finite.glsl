// Checks whether a number is smaller than `most` in size; NaN is not. By its bits: what comparisons say of NaN is open
// (shaderSignedZeroInfNanPreserveFloat32 is not asked for).
#ifndef SHADERS_LIB_FINITE_GLSL
#define SHADERS_LIB_FINITE_GLSL
bool is_below(float v, float most) { return (floatBitsToUint(v) & 0x7fffffffu) < floatBitsToUint(most); }
#endif

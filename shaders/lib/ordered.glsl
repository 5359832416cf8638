// Maps floats to unsigned integers of the same order, for atomic maxima; the complement for minima.
#ifndef SHADERS_LIB_ORDERED_GLSL
#define SHADERS_LIB_ORDERED_GLSL
uint ordered(float v) {
  uint bits = floatBitsToUint(v);
  return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}
float unordered(uint key) { return uintBitsToFloat((key & 0x80000000u) != 0u ? key & 0x7fffffffu : ~key); }
#endif

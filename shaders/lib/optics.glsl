// Formulas shared with C++, and packing of directions.
#ifndef SHADERS_LIB_OPTICS_GLSL
#define SHADERS_LIB_OPTICS_GLSL
#include "passes/deferred/optics.h"

// Octahedral map around y [Cigolle et al. 2014]: small slopes keep all their bits.
vec2 octahedral_encode(vec3 n) {
  vec2 p = n.xz / (abs(n.x) + abs(n.y) + abs(n.z));
  if (n.y >= 0.0) return p;
  return (1.0 - abs(p.yx)) * vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
}

vec3 octahedral_decode(vec2 p) {
  vec3 n = vec3(p.x, 1.0 - abs(p.x) - abs(p.y), p.y);
  if (n.y < 0.0) n.xz = (1.0 - abs(p.yx)) * vec2(p.x >= 0.0 ? 1.0 : -1.0, p.y >= 0.0 ? 1.0 : -1.0);
  return normalize(n);
}

#endif

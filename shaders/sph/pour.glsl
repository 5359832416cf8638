// Lattice of a pour. Points count along x, then z, then layers from the lowest up.
#include "passes/sph/sph_pointer.h"

uint sph_pour_index(ivec3 point) {  // x and z from the middle
  int middle = int(sph_pour_side) / 2;
  return (uint(point.y) * sph_pour_side + uint(point.z + middle)) * sph_pour_side + uint(point.x + middle);
}

vec3 sph_pour_place(ivec3 point, vec3 middle, SphPourParams p) {
  return middle + vec3(vec2(point.xz), 0.0).xzy * p.spacing + vec3(0.0, float(point.y) * p.spacing - p.ahead, 0.0);
}

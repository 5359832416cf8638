// Neighbours of every particle as a list, and its relative density. Nine rows of three cells each; what a full list cannot
// take still counts for the density.
#include "lib/sph_grid.glsl"
#include "lib/sph_walls.glsl"
#include "passes/sph_kernels.h"
layout(constant_id = 0) const uint most = 48u;  // neighbours in a list
layout(constant_id = 1) const bool cubic = true;
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Lists { uint v[]; } lists;
layout(binding = 5, scalar) writeonly restrict buffer Lengths { uint v[]; } lengths;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

// The kernel over its value at 0, of the square of r / h.
float shape(float q2) {
  if (!cubic) return sph_cube(max(1.0 - q2, 0.0));
  return sph_cubic_shape(min(sqrt(q2), 1.0));
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  int me = int(i);
  vec3 x = texelFetch(position, me).xyz;
  float h = params.p.support, inverse_h2 = 1.0 / (h * h);
  int corner = sph_cell_index(sph_cell(x, params.p.grid) - 1, params.p.grid);
  float sum = 1.0;
  uint found = 0u, at = i;
  for (int row = 0; row < 9; ++row) {
    int cell = corner + params.p.grid.cells.x * (row % 3 + params.p.grid.cells.y * (row / 3));
    int j = int(texelFetch(starts, cell).x), end = int(texelFetch(starts, cell + 3).x);
    for (; j < end; ++j) {
      vec3 d = x - texelFetch(position, j).xyz;
      float q2 = dot(d, d) * inverse_h2;
      if (q2 < 1.0 && j != me) {
        sum += shape(q2);
        if (found < most) {
          lists.v[at] = uint(j);
          at += params.p.grid.capacity;
          ++found;
        }
      }
    }
  }
  lengths.v[i] = found;

  vec3 mirrored;
  uint near = sph_near_walls(x, params.p, mirrored);
  if (near != 0u) {
    SPH_IMAGES(image, near) {
      if (image == 0u) continue;
      vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), d = there - x;
      sum += shape(dot(d, d) * inverse_h2);
      uint k = i;
      for (uint n = 0u; n < found; ++n, k += params.p.grid.capacity) {
        d = there - texelFetch(position, int(lists.v[k])).xyz;
        sum += shape(dot(d, d) * inverse_h2);
      }
    }
  }
  velocity.v[i].w = params.p.volume * (cubic ? sph_cubic(0.0, h) : sph_poly6(0.0, h)) * sum;
}

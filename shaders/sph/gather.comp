// Neighbours of every particle as a list (sph/lists.glsl), and its relative density. Nine rows of three cells each;
// what a full list cannot take still counts for the density, and is reported.
#include "sph/grid.glsl"
#include "sph/walls.glsl"
#include "passes/solids/sph_kernels.h"
layout(constant_id = 0) const uint most = 48u;  // entries of a list
layout(constant_id = 1) const bool cubic = true;
layout(constant_id = 2) const bool firm = false;  // near by: the incompressible model's
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2, scalar) readonly buffer Control { SphControl c; } control;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Lists { uint v[]; } lists;
layout(binding = 5, scalar) writeonly restrict buffer Heads { uvec2 v[]; } heads;
layout(binding = 6, scalar) restrict buffer Reports { SphReports r; } reports;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;

const int longest = 0xffff;  // delta of an entry
const float twin2 = 1e-6;    // squared part of half a support within which particles lie in one place

// The kernel over its value at 0, of the square of r / h.
float shape(float q2) {
  if (!cubic) return sph_cube(max(1.0 - q2, 0.0));
  float q = min(sqrt(q2), 1.0);
  return firm ? sph_firm_shape(q) : sph_cubic_shape(q);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i >= control.c.count) return;
  int me = int(i);
  vec3 x = texelFetch(position, me).xyz;
  float h = params.p.support, inverse_h2 = 1.0 / (h * h);
  int corner = sph_cell_index(sph_cell(x, params.p.grid) - 1, params.p.grid);
  float sum = 1.0;
  uint found = 0u, at = i, dropped = 0u, word = 0u;
  float closest = 1.0;
  int first = int(texelFetch(starts, corner).x) - 1, before = first;
  for (int row = 0; row < 9; ++row) {
    int cell = corner + params.p.grid.cells.x * (row % 3 + params.p.grid.cells.y * (row / 3));
    int j = int(texelFetch(starts, cell).x), end = int(texelFetch(starts, cell + 3).x);
    while (end - before > longest && j < end && j - before > 2 && found < most) {
      int relay = min(before + longest, j - 1);
      relay -= int(relay == me);
      uint delta = uint(relay - before);
      word = (found & 1u) == 0u ? delta : word | delta << 16u;
      lists.v[at] = word;
      at += (found & 1u) * params.p.grid.capacity;
      ++found;
      before = relay;
    }
    for (; j < end; ++j) {
      vec3 d = x - texelFetch(position, j).xyz;
      float q2 = dot(d, d) * inverse_h2;
      if (q2 < 1.0 && j != me) {
        sum += shape(q2);
        closest = min(closest, q2);
        if (found < most && j - before <= longest) {
          uint delta = uint(j - before);
          word = (found & 1u) == 0u ? delta : word | delta << 16u;
          lists.v[at] = word;
          at += (found & 1u) * params.p.grid.capacity;
          ++found;
          before = j;
        } else {
          ++dropped;
        }
      }
    }
  }
  if (dropped > 0u) atomicAdd(reports.r.overflow, dropped);
  if (closest < 0.25 * twin2) atomicAdd(reports.r.twins, 1u);

  uint near = sph_near_walls(x, params.p), images = 1u;
  if (near != 1u) {
    vec3 mirrored = sph_mirrored(x, params.p);
    SPH_IMAGES(image, near) {
      if (image == 0u) continue;
      vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), d = there - x;
      float nearest = dot(d, d) * inverse_h2;
      sum += shape(nearest);
      uint k = i;
      int j = first;
      for (uint n = 0u; n < found; ++n) {
        j += int(lists.v[k] >> (16u * (n & 1u)) & 0xffffu);
        k += (n & 1u) * params.p.grid.capacity;
        d = there - texelFetch(position, j).xyz;
        float q2 = dot(d, d) * inverse_h2;
        nearest = min(nearest, q2);
        sum += shape(q2);
      }
      images |= nearest < 1.0 ? 1u << image : 0u;
    }
  }
  heads.v[i] = uvec2(found | images << 16u, uint(first));
  float density = params.p.volume * (cubic ? sph_cubic(0.0, h) : sph_poly6(0.0, h)) * sum;
  velocity.v[i].w = density;
  uint over = uint(params.p.compression_scale * clamp(density - 1.0, 0.0, 1.0));
  if (over > 0u) atomicAdd(reports.r.compression, over);
}

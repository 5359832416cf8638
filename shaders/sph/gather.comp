// Neighbours of every particle as a list (sph/lists.glsl), and its relative density, with what solid things add to it. Nine
// rows of three cells each; what a full list cannot take still counts for the density, and is reported. What sinks have taken
// lies behind all cells, and ends here. For the pressure solves (has_factors):
//   factors    how strongly a particle's pressure changes its own density: 1 over |sum V grad W|^2 + sum |V grad W|^2; 0 where
//              too few neighbours are to push against, -1 where a nozzle holds the particle
//   iterates   the pressures with which they begin: the last ones
#include "sph/grid.glsl"
#include "sph/walls.glsl"
#include "passes/solids/sph_kernels.h"
layout(constant_id = 20) const uint most = 48u;  // entries of a list
layout(constant_id = 21) const bool cubic = true;
layout(constant_id = 22) const bool firm = false;  // near by: the incompressible model's
layout(constant_id = 24) const bool drains = false;
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 2, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Lists { uint v[]; } lists;
layout(binding = 5, scalar) writeonly restrict buffer Heads { uvec2 v[]; } heads;
layout(binding = 6, scalar) restrict buffer Reports { SphReports r; } reports;
layout(binding = 7) uniform usamplerBuffer origins;
layout(constant_id = 25) const bool has_last = false;
layout(binding = 8) uniform samplerBuffer last;  // pressures, in the old order
layout(constant_id = 4) const bool has_edges = false;
layout(binding = 9, scalar) writeonly restrict buffer Edges { vec4 v[]; } edges;
layout(constant_id = 26) const bool has_factors = false;
layout(binding = 16, scalar) writeonly restrict buffer Factors { float v[]; } factors;
layout(constant_id = 27) const bool has_iterates = false;
layout(binding = 17, scalar) writeonly restrict buffer Iterates { vec2 v[]; } iterates;
layout(push_constant, scalar) uniform ParamsBlock { SphParams p; } params;
#include "sph/gradients.glsl"
#include "sph/border.glsl"
#include "sph/nozzles.glsl"

const int longest = 0xffff;  // delta of an entry
const float twin2 = 1e-6;    // squared part of half a support within which particles lie in one place

// The kernel over its value at 0, of the square of r / h.
float shape(float q2) {
  if (!cubic) return sph_cube(max(1.0 - q2, 0.0));
  float q = min(sqrt(q2), 1.0);
  return firm ? sph_firm_shape(q) : sph_cubic_shape(q);
}

// 1 over the squares of slopes; `first`, `found`: of the particle's list.
float factor_of(uint i, vec3 x, vec3 edge, uint images, int first, uint found) {
  vec3 mirrored = sph_mirrored(x, params.p), sum = vec3(0.0);
  float squares = 0.0;
  SPH_IMAGES(image, images) {
    if (image == 0u) continue;
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image));
    sum += sph_mirror(2.0 * sph_firm_gradient(there - x, false), image);
  }
  uint k = i;
  int j = first;
  for (uint n = 0u; n < found; ++n) {
    j += int(lists.v[k] >> (16u * (n & 1u)) & 0xffffu);
    k += (n & 1u) * params.p.grid.capacity;
    vec3 other = texelFetch(position, j).xyz, all = vec3(0.0);  // of what the neighbour's way changes, with all images
    SPH_IMAGES(image, images) {
      vec3 g = sph_firm_gradient(mix(x, mirrored, sph_mirrored_axes(image)) - other, int(i) < j);
      sum += sph_mirror(g, image);
      all += g;
    }
    squares += dot(all, all);
  }
  float slope = sph_slope(), h = params.p.support;
  if (has_edges) sum += edge / slope;
  float all = slope * slope * (dot(sum, sum) + squares);
  return all * h * h > 0.1 ? 1.0 / all : 0.0;
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  int cells = params.p.grid.cells.x * params.p.grid.cells.y * params.p.grid.cells.z;
  uint left = texelFetch(starts, cells).x;  // nobody else reads the count
  if (drains && i == 0u) {
    control.c.removed += control.c.count - left;
    control.c.count = left;
  }
  if (i >= left) return;
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
  uint over = uint(params.p.compression_scale * clamp(density - 1.0, 0.0, 1.0));
  if (over > 0u) atomicAdd(reports.r.compression, over);
  vec4 edge = vec4(0.0);
  if (has_edges) {
    float more;
    edge = sph_border(x, more);
    edges.v[i] = edge;
    density += more;
  }
  vec3 still;
  bool held = sph_held(x, 0.0, still);
  velocity.v[i].w = held ? min(density, 1.0) : density;
  if (!has_factors || !has_iterates) return;
  float factor = held ? -1.0 : factor_of(i, x, edge.xyz, images, first, found);
  factors.v[i] = factor;
  uint origin = texelFetch(origins, me).x;
  iterates.v[i] = vec2(has_last && origin < control.c.settled && factor > 0.0 ? texelFetch(last, int(origin)).x : 0.0);
}

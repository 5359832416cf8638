// Neighbor list of every particle (sph/lists.glsl), and its relative density including solids. Visits nine rows of
// three cells; neighbors that overflow a list still contribute to the density and are reported. Particles removed by
// sinks are sorted after all cells and dropped here. For the pressure solves (has_factors):
//   factors    how strongly a particle's pressure changes its own density: 1 over |sum V grad W|^2 + sum |V grad W|^2; 0 where
//              too few neighbors are to push against, -1 where a nozzle holds the particle
//   iterates   the pressures with which they begin: the last ones
#include "sph/grid.glsl"
#include "sph/walls.glsl"
#include "passes/solids/sph_kernels.h"
layout(constant_id = 20) const uint most = 12u;  // strips of a list
layout(constant_id = 21) const bool cubic = true;
layout(constant_id = 22) const bool firm = false;  // near by: the incompressible model's
layout(constant_id = 24) const bool drains = false;
layout(local_size_x = 64) in;
layout(binding = 0) uniform samplerBuffer position;
layout(binding = 1) uniform usamplerBuffer starts;
layout(binding = 26) uniform usamplerBuffer packed;
layout(binding = 2, scalar) restrict buffer Control { SphControl c; } control;
layout(binding = 3, scalar) restrict buffer Velocities { vec4 v[]; } velocity;
layout(binding = 4, scalar) restrict buffer Lists { uvec2 v[]; } lists;
layout(binding = 5, scalar) writeonly restrict buffer Heads { uint v[]; } heads;
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
#define SPH_WRITES_LISTS
#include "sph/lists.glsl"
#define SPH_WRITES_CORRECTIONS
#include "sph/corrections.glsl"
layout(binding = 19, scalar) writeonly restrict buffer Corrections { vec4 v[]; } corrections;
#include "sph/border.glsl"
#include "sph/nozzles.glsl"

const float twin2 = 1e-6;    // squared part of half a support within which particles lie in one place

// The kernel over its value at 0, of the square of r / h.
float shape(float q2) {
  if (!cubic) return sph_cube(max(1.0 - q2, 0.0));
  float q = min(sqrt(q2), 1.0);
  return firm ? sph_firm_shape(q) : sph_cubic_shape(q);
}

// Candidates of a particle, row by row.
struct Walk {
  int corner, row, begin, end;
  uint packed_;  // the particle's place
  float reach2;
};

Walk walk_from(vec3 x) {
  SphGridParams g = params.p.grid;
  vec3 at = (x - g.low) * g.inverse_cell;
  return Walk(sph_cell_index(sph_cell(x, g) - sph_ring(g), g), -1, 0, 0, packed_place(at),
              packed_reach2(at, params.p.support * g.inverse_cell));
}

bool more_rows(Walk w) { return w.row < 8 || w.begin < w.end; }

// The next 32 candidates but the particle itself.
uvec2 next_strip(inout Walk w, int me) {
  if (w.begin >= w.end && w.row < 8) {
    ++w.row;
    int cell = w.corner + params.p.grid.cells.x * (w.row % 3 + params.p.grid.cells.y * (w.row / 3));
    w.begin = int(texelFetch(starts, cell).x);
    w.end = int(texelFetch(starts, cell + 2 * params.p.grid.fine + 1).x);
  }
  uvec2 strip = strip_near(packed, w.packed_, w.reach2, w.begin, w.end);
  uint own = uint(me) - strip.x;
  if (own < 32u) strip.y &= ~(1u << own);
  w.begin = int(strip.x) + 32;
  return strip;
}

vec3 slope_at(vec3 d, bool first) { return firm ? sph_firm_gradient(d, first) : sph_gradient(d); }

// Sums slopes: of the particle's own way, and of a neighbor's, with all images.
void factor_add(inout vec3 sum, inout float squares, vec3 x, vec3 mirrored, uint images, vec3 other, bool first) {
  vec3 all = vec3(0.0);
  SPH_IMAGES(image, images) {
    vec3 g = sph_firm_gradient(mix(x, mirrored, sph_mirrored_axes(image)) - other, first);
    sum += sph_mirror(g, image);
    all += g;
  }
  squares += dot(all, all);
}

// 1 over the squares of slopes; `count`: strips of the particle's list.
float factor_of(uint i, vec3 x, vec3 edge, uint images, uint count) {
  vec3 mirrored = sph_mirrored(x, params.p), sum = vec3(0.0);
  float squares = 0.0;
  SPH_IMAGES(image, images) {
    if (image == 0u) continue;
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image));
    sum += sph_mirror(2.0 * sph_firm_gradient(there - x, false), image);
  }
  SPH_LIST(i, count, j, k, xj, xk) {
    factor_add(sum, squares, x, mirrored, images, xj, int(i) < j);
    factor_add(sum, squares, x, mirrored, images, xk, int(i) < k);
  }
  SPH_LIST_END
  float slope = sph_slope(), h = params.p.support;
  if (has_edges) sum += edge / slope;
  float all = slope * slope * (dot(sum, sum) + squares);
  return all * h * h > 0.1 ? 1.0 / all : 0.0;
}

// -sum V r x grad W over neighbors and images.
mat3 moment_of(uint i, vec3 x, uint images, uint count) {
  vec3 mirrored = sph_mirrored(x, params.p);
  mat3 sum = mat3(0.0);
  SPH_IMAGES(image, images) {
    vec3 there = mix(x, mirrored, sph_mirrored_axes(image)), d = there - x;
    mat3 part = mat3(0.0);
    if (image != 0u) part = outerProduct(d, slope_at(d, false));
    SPH_LIST(i, count, j, k, xj, xk) {
      part += outerProduct(there - xj, slope_at(there - xj, int(i) < j));
      part += outerProduct(there - xk, slope_at(there - xk, int(i) < k));
    }
    SPH_LIST_END
    sum += sph_mirror_matrix(part, image);
  }
  return -sph_slope() * sum;
}

// The inverse; near a free surface, which M is not full at, it fades to 1.
mat3 correction_of(mat3 moment) {
  float det = determinant(moment), full = smoothstep(0.4, 0.7, det);
  return full > 0.0 ? full * inverse(moment) + (1.0 - full) * mat3(1.0) : mat3(1.0);
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
  Strips strips = Strips(uvec2(0u), uvec2(0u), uvec2(0u));
  Walk walk = walk_from(x);
  float sum = 1.0, closest = 1.0;
  uint count = 0u, at = i, dropped = 0u;
  while (more_rows(walk)) {
    for (int k = 0; k < 3; ++k) {
      strips.a = strips.b;
      strips.b = strips.c;
      strips.c = next_strip(walk, me);
      if (strips.c.y == 0u) continue;
      if (count < most) {
        lists.v[at] = strips.c;
        at += params.p.grid.capacity;
        ++count;
      } else {
        dropped += uint(bitCount(strips.c.y));
      }
    }
    while (strips_left(strips)) {
      int j = strips_next(strips), k = strips_next(strips);
      vec3 d = x - sph_place(j), e = x - sph_place(k);
      vec2 q2 = inverse_h2 * vec2(dot(d, d), dot(e, e));
      sum += shape(q2.x);
      sum += shape(q2.y);
      closest = min(closest, min(q2.x, q2.y));
      if (!strips_left(strips)) break;
    }
    if (!more_rows(walk)) break;
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
      SPH_LIST(i, count, j, k, xj, xk) {
        d = there - xj;
        vec3 e = there - xk;
        vec2 q2 = inverse_h2 * vec2(dot(d, d), dot(e, e));
        nearest = min(nearest, min(q2.x, q2.y));
        sum += shape(q2.x);
        sum += shape(q2.y);
      }
      SPH_LIST_END
      images |= nearest < 1.0 ? 1u << image : 0u;
    }
  }
  heads.v[i] = count | images << 16u;
  float density = params.p.volume * (cubic ? sph_cubic(0.0, h) : sph_poly6(0.0, h)) * sum;
  uint over = uint(params.p.compression_scale * clamp(density - 1.0, 0.0, 1.0));
  if (over > 0u) atomicAdd(reports.r.compression, over);
  vec4 edge = vec4(0.0);
  mat3 moment = mat3(0.0), carried = mat3(0.0), correction = mat3(1.0);
  float more = 0.0;
  if (has_edges) edge = sph_border(x, more, moment, carried);
  density += more;
  if (has_corrections) {
    correction = correction_of(moment + moment_of(i, x, images, count));
    corrections.v[2u * i] = vec4(correction[0][0], correction[1][1], correction[2][2], 0.0);
    corrections.v[2u * i + 1u] = vec4(correction[0][1], correction[0][2], correction[1][2], 0.0);
  }
  if (has_edges) {
    edge.xyz = correction * edge.xyz;
    edge.w = dot(carried[0], correction[0]) + dot(carried[1], correction[1]) + dot(carried[2], correction[2]);
    edges.v[i] = edge;
  }
  vec3 still;
  bool held = sph_held(x, 0.0, still);
  velocity.v[i].w = held ? min(density, 1.0) : density;
  if (!has_factors || !has_iterates) return;
  float factor = held ? -1.0 : factor_of(i, x, edge.xyz, images, count);
  factors.v[i] = factor;
  uint origin = texelFetch(origins, me).x;
  iterates.v[i] = vec2(has_last && origin < control.c.settled && factor > 0.0 ? texelFetch(last, int(origin)).x : 0.0);
}

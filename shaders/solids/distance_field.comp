// Distances of samples from the nearest facet of each solid; the normal of what is nearest on it (facet, edge or
// corner) tells inside from outside. A workgroup skips facets that cannot be nearest to any of its samples. The union
// of solids and ground is the smallest distance.
#include "passes/solids/distance_field.h"
layout(constant_id = 0) const bool grounded = false;
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(binding = 0, scalar) readonly buffer Facets { DistanceFacet v[]; } facets;
layout(binding = 1, scalar) readonly buffer Solids { DistanceSolid v[]; } solids;
layout(binding = 2) uniform sampler2D ground;
layout(binding = 3, r32f) uniform writeonly image3D result;
layout(binding = 4) uniform samplerBuffer spheres;
layout(push_constant, scalar) uniform ParamsBlock { DistanceParams p; } params;

#include "lib/ground_height.glsl"

shared uint nearest;  // bits of the distance of the nearest middle from the group's own
shared uint near_facets[2];
shared uint farthest;  // bits of the largest distance so far of the group's samples, 0 within something

// From the nearest place of a facet to x, and the normal there. [Ericson 2005, 5.1.5]
vec3 from_facet(DistanceFacet f, vec3 x, out vec3 normal) {
  vec3 ab = f.b - f.a, ac = f.c - f.a, ax = x - f.a;
  float d1 = dot(ab, ax), d2 = dot(ac, ax);
  if (d1 <= 0.0 && d2 <= 0.0) {
    normal = f.corners[0];
    return ax;
  }
  vec3 bx = x - f.b;
  float d3 = dot(ab, bx), d4 = dot(ac, bx);
  if (d3 >= 0.0 && d4 <= d3) {
    normal = f.corners[1];
    return bx;
  }
  vec3 cx = x - f.c;
  float d5 = dot(ab, cx), d6 = dot(ac, cx);
  if (d6 >= 0.0 && d5 <= d6) {
    normal = f.corners[2];
    return cx;
  }
  float vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    normal = f.edges[0];
    return ax - d1 / (d1 - d3) * ab;
  }
  float vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    normal = f.edges[2];
    return ax - d2 / (d2 - d6) * ac;
  }
  float va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    normal = f.edges[1];
    return bx - (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (f.c - f.b);
  }
  normal = f.normal;
  return dot(ax, f.normal) * f.normal;
}

void main() {
  uint me = gl_LocalInvocationIndex;
  ivec3 index = ivec3(gl_GlobalInvocationID);
  vec3 x = params.p.grid.low + params.p.grid.cell * vec3(index);
  vec3 middle = params.p.grid.low + params.p.grid.cell * (4.0 * vec3(gl_WorkGroupID) + 1.5);
  float radius = 1.5 * length(params.p.grid.cell);
  float least = params.p.band;
  for (uint s = 0u; s < params.p.solids; ++s) {
    vec3 beside = max(max(solids.v[s].low - middle, middle - solids.v[s].high), vec3(0.0));
    float clearance = length(beside) - radius;
    if (clearance > params.p.band) continue;
    uint first = solids.v[s].first, end = solids.v[s].end;
    if (me == 0u) {
      nearest = floatBitsToUint(1e30);
      farthest = 0u;
    }
    barrier();
    atomicMax(farthest, floatBitsToUint(max(least, 0.0)));
    barrier();
    bool hidden = clearance > uintBitsToFloat(farthest);
    barrier();
    if (hidden) continue;
    float mine = 1e30;
    for (uint k = first + me; k < end; k += 64u) mine = min(mine, length(texelFetch(spheres, int(k)).xyz - middle));
    atomicMin(nearest, floatBitsToUint(mine));
    barrier();
    float reach = 1.0001 * (uintBitsToFloat(nearest) + 2.0 * radius);
    float best = 1e30;
    bool inside = false;
    for (uint from = first; from < end; from += 64u) {
      if (me < 2u) near_facets[me] = 0u;
      barrier();
      uint k = from + me;
      vec4 sphere = k < end ? texelFetch(spheres, int(k)) : vec4(1e30);
      if (k < end && length(sphere.xyz - middle) - sphere.w <= reach)
        atomicOr(near_facets[me / 32u], 1u << (me & 31u));
      barrier();
      for (uint word = 0u; word < 2u; ++word)
        for (uint bits = near_facets[word]; bits != 0u; bits &= bits - 1u) {
          vec3 normal, way = from_facet(facets.v[from + 32u * word + uint(findLSB(bits))], x, normal);
          float d2 = dot(way, way);
          if (d2 < best) {
            best = d2;
            inside = dot(way, normal) < 0.0;
          }
        }
      barrier();
    }
    least = min(least, inside ? -sqrt(best) : sqrt(best));
  }
  if (grounded) {
    vec3 g = ground_height(x.xz, params.p.ground_origin, params.p.ground_size);
    least = min(least, (x.y - g.x) * inversesqrt(1.0 + dot(g.yz, g.yz)));
  }
  if (all(lessThan(index, params.p.grid.samples))) imageStore(result, index, vec4(least));
}

// Solid boundaries of particles: a height map, or a signed distance field.
layout(constant_id = 2) const bool has_ground = false;
layout(constant_id = 3) const bool has_solids = false;
layout(binding = 10) uniform sampler2D ground;  // world y, samples over the whole ground_size
layout(binding = 11) uniform sampler3D solids;  // distance; distance of the plane that adds as much to densities
layout(binding = 12, scalar) uniform WorldBlock { SphWorldParams p; } world;
#include "lib/ground_height.glsl"

struct SphSolid {
  float away, equivalent;  // the first less the skin
  vec3 normal, slope;  // gradients of the two
};

// The equivalent distance and its gradient by cubics through the samples (Catmull-Rom): where the gradient jumps from cell to
// cell, particles tremble.
vec4 sph_equivalent(ivec3 i, vec3 t, vec3 cell) {
  vec3 t2 = t * t, t3 = t2 * t;
  vec3 w[4] = vec3[](-0.5 * t + t2 - 0.5 * t3, 1.0 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2.0 * t2 - 1.5 * t3, 0.5 * (t3 - t2));
  vec3 g[4] = vec3[](-0.5 + 2.0 * t - 1.5 * t2, -5.0 * t + 4.5 * t2, 0.5 + 4.0 * t - 4.5 * t2, 1.5 * t2 - t);
  vec4 sum = vec4(0.0);
  ivec3 last = world.p.grid.samples - 1;
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 4; ++x) {
        float v = texelFetch(solids, clamp(i + ivec3(x, y, z) - 1, ivec3(0), last), 0).y;
        sum += v * vec4(g[x].x * w[y].y * w[z].z, w[x].x * g[y].y * w[z].z, w[x].x * w[y].y * g[z].z,
                        w[x].x * w[y].y * w[z].z);
      }
  return vec4(sum.xyz / cell, sum.w);
}

SphSolid sph_solid(vec3 x) {
  vec3 place = (x - world.p.grid.low) / world.p.grid.cell;
  vec3 last = vec3(world.p.grid.samples - 1);
  if (any(lessThan(place, vec3(-1e-3))) || any(greaterThan(place, last + 1e-3)))
    return SphSolid(world.p.far - world.p.skin, world.p.far, vec3(0.0, 1.0, 0.0), vec3(0.0));
  ivec3 i = ivec3(clamp(place, vec3(0.0), last - 1.0));
  vec3 f = clamp(place - vec3(i), 0.0, 1.0);
  vec2 v[8];
  for (int k = 0; k < 8; ++k) v[k] = texelFetch(solids, i + ivec3(k & 1, (k >> 1) & 1, k >> 2), 0).xy;
  vec2 x0 = mix(v[0], v[1], f.x), x1 = mix(v[2], v[3], f.x), x2 = mix(v[4], v[5], f.x), x3 = mix(v[6], v[7], f.x);
  vec2 y0 = mix(x0, x1, f.y), y1 = mix(x2, x3, f.y), value = mix(y0, y1, f.z);
  vec2 dx = mix(mix(v[1] - v[0], v[3] - v[2], f.y), mix(v[5] - v[4], v[7] - v[6], f.y), f.z);
  vec2 dy = mix(x1 - x0, x3 - x2, f.z), dz = y1 - y0;
  vec3 cell = world.p.grid.cell;
  vec4 plane = value.y < world.p.solid_support ? sph_equivalent(i, f, cell) : vec4(dx.y, dy.y, dz.y, value.y);
  return SphSolid(value.x - world.p.skin, plane.w, vec3(dx.x, dy.x, dz.x) / cell, plane.xyz);
}

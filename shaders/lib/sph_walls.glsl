// Walls of the domain are mirrors. A particle near one has the mirror images of its neighbours, and its own, as further
// neighbours; their distances are those of the particle's image from the particles themselves. So every sum over
// neighbours runs once for each image of the particle: bit k of `image` mirrors axis k, 0 is the particle itself.

// Bits of the axes whose nearer wall is within the support, and the place mirrored in all three.
uint sph_near_walls(vec3 x, SphParams p, out vec3 mirrored) {
  vec3 low = x - p.grid.low, high = p.high - x;
  mirrored = x + 2.0 * mix(high, -low, lessThanEqual(low, high));
  bvec3 near = lessThan(min(low, high), vec3(p.support));
  return uint(near.x) + 2u * uint(near.y) + 4u * uint(near.z);
}

bvec3 sph_mirrored_axes(uint image) { return bvec3((image & 1u) != 0u, (image & 2u) != 0u, (image & 4u) != 0u); }
vec3 sph_mirror(vec3 v, uint image) { return mix(v, -v, sph_mirrored_axes(image)); }

// For all images of a particle with walls in the axes `near`.
#define SPH_IMAGES(image, near) \
  for (uint image = 0u; image <= near; ++image) \
    if ((image & near) == image)

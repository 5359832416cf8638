// Walls of the domain are mirrors. A particle near one has mirror images of its neighbors and of itself as further
// neighbors, at the distances of its own image from the real particles. So every sum over neighbors runs once for
// each image of the particle: bit k of `image` mirrors axis k, 0 is the particle itself.

// The place mirrored in the nearer wall of all three axes.
vec3 sph_mirrored(vec3 x, SphParams p) {
  vec3 low = x - p.grid.low, high = p.high - x;
  return x + 2.0 * mix(high, -low, lessThanEqual(low, high));
}
// Images in walls within the support, as bits of a mask: bit 0, the particle itself, is always there.
uint sph_near_walls(vec3 x, SphParams p) {
  bvec3 near = lessThan(min(x - p.grid.low, p.high - x), vec3(p.support));
  uint images = near.x ? 3u : 1u;
  images |= near.y ? images << 2u : 0u;
  return images | (near.z ? images << 4u : 0u);
}

bvec3 sph_mirrored_axes(uint image) { return bvec3((image & 1u) != 0u, (image & 2u) != 0u, (image & 4u) != 0u); }
vec3 sph_mirror(vec3 v, uint image) { return mix(v, -v, sph_mirrored_axes(image)); }

#define SPH_IMAGES(image, mask)                                    \
  for (uint image = 0u, left_ = mask; left_ != 0u; ++image, left_ >>= 1u) \
    if ((left_ & 1u) != 0u)

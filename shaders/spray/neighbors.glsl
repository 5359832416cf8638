// The sorted particles of water around a place, in ranges of rows. Include after `starts`.
#include "spray/bins.glsl"

// Row k of nine of the bins around; y <= x: nothing is there.
ivec2 neighbor_row(ivec3 bin, int k) {
  ivec3 row = ivec3(bin.x, bin.y + k % 3 - 1, bin.z + k / 3 - 1);
  if (any(lessThan(row.yz, ivec2(0))) || any(greaterThanEqual(row.yz, params.p.bins.yz))) return ivec2(0);
  int first = bin_index(ivec3(max(row.x - 1, 0), row.yz)), last = bin_index(ivec3(min(row.x + 1, params.p.bins.x - 1), row.yz));
  return ivec2(texelFetch(starts, first).x, texelFetch(starts, last + 1).x);
}

// Columns of a water on a terrain: sizes and planes. Rows are padded to whole vec4s; the columns of the padding are walls
// that stay dry.
#include "lib/grid.glsl"
#include "passes/columns/columns_params.h"

const int pitch = 4 * fours;  // columns in a row with its padding

bool inside(ivec2 c) { return all(greaterThanEqual(c, ivec2(0))) && all(lessThan(c, ivec2(nx, nz))); }
int index_of(ivec2 c) { return c.y * pitch + c.x; }

// A texel of water begins with its depth and its rounding rest in meters.
float depth_of(uvec4 water) { return uintBitsToFloat(water.x); }
float rest_of(uvec4 water) { return uintBitsToFloat(water.y); }

// One value of a plane that is stored as vec4s along x.
float plane_at(samplerBuffer plane, ivec2 c) { return texelFetch(plane, c.y * fours + (c.x >> 2))[c.x & 3]; }

// First column of a box that holds all middles within reach (meters) of a place; one to spare.
ivec2 box_first(vec2 middle, vec2 reach, vec2 cell) {
  return max(ivec2(clamp(floor((middle - reach) / cell), vec2(-1e6), vec2(1e6))) - 1, ivec2(0));
}

// Loads heights of the domain and its mirror image as complex numbers, two in a vec4.
#include "wave/airy.glsl"
layout(local_size_x = 32) in;
layout(constant_id = 1) const bool has_margin = false;
layout(binding = 0) uniform samplerBuffer u_now;
layout(binding = 1) uniform samplerBuffer margin;
layout(binding = 2, std430) writeonly buffer Array { vec4 at[]; } array;

float height(ivec2 place) {
  ivec2 domain = params.p.domain, mirrored = 2 * domain - 1 - place;
  bvec2 beyond = greaterThanEqual(place, domain);
  ivec2 cell = ivec2(beyond.x ? mirrored.x : place.x, beyond.y ? mirrored.y : place.y);
  float sign = (beyond.x ? float(params.p.mirror.x) : 1.0) * (beyond.y ? float(params.p.mirror.y) : 1.0);
  if (!in_grid(cell)) return has_margin ? sign * texelFetch(margin, cell.y * domain.x + cell.x).x : 0.0;
  ivec2 own = cell - params.p.offset;
  int fours = (params.p.cells.x + 3) / 4;
  return sign * texelFetch(u_now, own.y * fours + (own.x >> 2))[own.x & 3];
}

void main() {
  ivec2 pair = ivec2(gl_GlobalInvocationID.xy);
  if (2 * pair.x >= params.p.extent.x || pair.y >= params.p.extent.y) return;
  ivec2 place = ivec2(2 * pair.x, pair.y);
  array.at[pair.y * (params.p.extent.x / 2) + pair.x] = vec4(height(place), 0.0, height(place + ivec2(1, 0)), 0.0);
}

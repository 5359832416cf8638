// A step of the margin beyond absorbing edges, with damping proportional to the cube of the distance into it.
#include "wave/airy.glsl"
layout(local_size_x = 32) in;
layout(binding = 0) uniform samplerBuffer array;
layout(binding = 1) uniform samplerBuffer margin_now;
layout(binding = 2) uniform samplerBuffer margin_before;
layout(binding = 3, std430) writeonly buffer MarginNext { float at[]; } margin_next;

void main() {
  ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
  if (any(greaterThanEqual(cell, params.p.domain)) || in_grid(cell)) return;
  // Share of the way from the grid to the margin's end, along each axis.
  ivec2 low = params.p.offset, high = low + params.p.cells;
  vec2 before = vec2(low - cell) / vec2(max(low, ivec2(1)));
  vec2 after = vec2(cell - high + 1) / vec2(max(params.p.domain - high, ivec2(1)));
  vec2 into = clamp(max(before, after), 0.0, 1.0);
  float g = params.p.half_damping + params.p.margin * pow(min(dot(into, into), 1.0), 1.5);
  int at = cell.y * params.p.domain.x + cell.x;
  float now = texelFetch(margin_now, at).x, rise = now - texelFetch(margin_before, at).x;
  margin_next.at[at] = now + (params.p.inertia * (1.0 - g) * rise + params.p.force * force_at(array, cell)) / (1.0 + g);
}

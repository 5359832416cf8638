// Marks blocks of the map if water covers part of the block or its neighbors. Waters without a map count as covering.
#include "passes/deferred/wetness.h"
layout(constant_id = 0) const bool tracked = false;
layout(binding = 0) uniform sampler2D surface;
layout(push_constant, scalar) uniform ParamsBlock { WetnessParams p; } params;
layout(location = 0) in vec2 uv;
layout(location = 0) out float near;

void main() {
  WetnessParams p = params.p;
  vec2 place = (p.area.xy + uv * p.area.zw - p.water.xy) / p.water.zw;
  vec2 reach = 1.5 * p.area.zw / (vec2(p.texels) * p.water.zw);  // to the far side of the blocks around
  if (any(lessThan(place, -reach)) || any(greaterThan(place, 1.0 + reach))) discard;
  near = tracked ? 0.0 : 1.0;
  if (!tracked) return;
  const int across = 12;
  for (int j = 0; j < across; ++j) {
    for (int i = 0; i < across; ++i) {
      vec2 at = place + reach * ((vec2(i, j) + 0.5) * (2.0 / float(across)) - 1.0);
      ivec2 cell = clamp(ivec2(floor(at * vec2(p.cells))), ivec2(0), p.cells - 1);
      near = max(near, texelFetch(surface, cell, 0).w);
    }
  }
}

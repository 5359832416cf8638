// Discharge of every column if its whole depth had the velocity of one cell.
#include "pipes/each.glsl"
#include "columns/packed.glsl"
layout(constant_id = 6) const int layers = 2;
layout(constant_id = 7) const int layer = 0;
layout(binding = 0) uniform samplerBuffer flux;
layout(binding = 1) uniform samplerBuffer cells;
layout(binding = 2) writeonly restrict buffer Flow { vec2 v[]; } flow;
layout(push_constant, scalar) uniform ParamsBlock { PipesParams p; } params;

void main() {
  ivec2 c = column_of_thread();
  if (!inside(c)) return;
  const int plane = pitch * nz;
  vec2 q;
  if (layer + 1 == layers) {
    q = discharge_at(flux, 0, c, params.p.cell);
    for (int k = 0; k + 1 < layers; ++k) q -= discharge_at(cells, k * plane, c, params.p.cell);
  } else {
    q = discharge_at(cells, layer * plane, c, params.p.cell);
  }
  flow.v[index_of(c)] = layers * q;
}

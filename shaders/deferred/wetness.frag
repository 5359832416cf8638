// The wetness of ground under one water's grid.
#include "passes/deferred/wetness.h"
layout(constant_id = 0) const bool has_traces = false;
layout(binding = 0) uniform sampler2D traces;
layout(push_constant, scalar) uniform ParamsBlock { WetnessParams p; } params;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 wetness;

void main() {
  vec2 place = (params.p.area.xy + uv * params.p.area.zw - params.p.water.xy) / params.p.water.zw;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)))) discard;
  wetness = has_traces ? vec4(textureLod(traces, place, 0.0).y, 1.0, 0.0, 0.0) : vec4(0.0);
}

// The wetness of ground under one water's grid, and up to which height.
#include "passes/deferred/wetness.h"
layout(constant_id = 0) const bool has_traces = false;
layout(binding = 0) uniform sampler2D traces;
layout(push_constant, scalar) uniform ParamsBlock { WetnessParams p; } params;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 wetness;

// Between the wet cells around. Images without a third component know none.
float height_at(vec2 place) {
  vec2 at = place * vec2(params.p.cells) - 0.5, low = floor(at), f = at - low;
  float sum = 0.0, weights = 0.0;
  for (int k = 0; k < 4; ++k) {
    ivec2 from = ivec2(k & 1, k >> 1);
    vec4 t = texelFetch(traces, clamp(ivec2(low) + from, ivec2(0), params.p.cells - 1), 0);
    vec2 w = mix(1.0 - f, f, vec2(from));
    float weight = w.x * w.y * t.y;
    sum += weight * (t.w > 0.5 ? 1e5 : params.p.rest + t.z);
    weights += weight;
  }
  return weights > 1e-4 ? sum / weights : -1e5;
}

void main() {
  vec2 place = (params.p.area.xy + uv * params.p.area.zw - params.p.water.xy) / params.p.water.zw;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)))) discard;
  wetness = has_traces ? vec4(textureLod(traces, place, 0.0).y, 1.0, 0.0, 0.0) : vec4(0.0);
  gl_FragDepth = has_traces ? wet_depth(height_at(place)) : 0.0;
}

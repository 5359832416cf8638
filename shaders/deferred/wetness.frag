// Wetness of the ground under one water's grid, and the height up to which it is wet.
#include "passes/deferred/wetness.h"
layout(constant_id = 0) const bool has_traces = false;
layout(binding = 0) uniform sampler2D traces;
layout(push_constant, scalar) uniform ParamsBlock { WetnessParams p; } params;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 wetness;

// Weights of a quadratic B-spline at the three cells around; f: place from the middle one, -0.5 to 0.5.
vec3 spline_weights(float f) { return vec3(0.5 * (0.5 - f) * (0.5 - f), 0.75 - f * f, 0.5 * (0.5 + f) * (0.5 + f)); }

// Wetness, and mean height of the wet cells around, by quadratic B-splines, so that the wet line does not follow the cells.
// Images without a third component know no height.
vec2 wetness_at(vec2 place) {
  vec2 at = place * vec2(params.p.cells), middle = floor(at), f = at - middle - 0.5;
  vec3 wx = spline_weights(f.x), wz = spline_weights(f.y);
  float sum = 0.0, wet = 0.0;
  for (int k = 0; k < 9; ++k) {
    ivec2 from = ivec2(k % 3, k / 3);
    vec4 t = texelFetch(traces, clamp(ivec2(middle) + from - 1, ivec2(0), params.p.cells - 1), 0);
    float weight = wx[from.x] * wz[from.y] * t.y;
    sum += weight * (t.w > 0.5 ? 1e5 : params.p.rest + t.z);
    wet += weight;
  }
  return vec2(wet, wet > 1e-4 ? sum / wet : -1e5);
}

void main() {
  vec2 place = (params.p.area.xy + uv * params.p.area.zw - params.p.water.xy) / params.p.water.zw;
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)))) discard;
  vec2 wet = has_traces ? wetness_at(place) : vec2(0.0, -1e5);
  wetness = has_traces ? vec4(wet.x, 1.0, 0.0, 0.0) : vec4(0.0);
  gl_FragDepth = has_traces ? wet_depth(wet.y) : 0.0;
}

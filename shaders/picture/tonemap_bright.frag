// Bright pass at a quarter of the size: exposed light above the threshold, with a weighted average that prevents
// flicker of single pixels.
#include "passes/picture/tonemap_params.h"

layout(push_constant, scalar) uniform ParamsBlock { GlareParams p; } params;
layout(binding = 0) uniform sampler2D lit;
layout(binding = 1, scalar) readonly buffer Metered { float value; } metered;
layout(constant_id = 0) const bool has_metered = false;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  float exposure = params.p.exposure * (has_metered ? metered.value : 1.0);
  vec3 sum = vec3(0.0);
  float total = 0.0;
  for (int i = 0; i < 4; ++i) {
    vec2 offset = vec2(float(i & 1) * 2.0 - 1.0, float(i >> 1) * 2.0 - 1.0);
    vec3 c = textureLod(lit, uv + offset * params.p.step, 0.0).rgb * exposure;
    float peak = max(c.r, max(c.g, c.b));
    c *= max(peak - params.p.threshold, 0.0) / max(peak, 1e-4);
    float weight = 1.0 / (1.0 + 0.15 * peak);
    sum += min(c, vec3(60.0)) * weight;
    total += weight;
  }
  color = vec4(sum / total, 1.0);
}

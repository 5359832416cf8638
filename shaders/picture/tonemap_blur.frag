// One direction of a Gaussian blur, standard deviation 3.2 texels; pairs of taps share a bilinear fetch.
#include "passes/picture/tonemap_params.h"

layout(push_constant, scalar) uniform ParamsBlock { GlareParams p; } params;
layout(binding = 0) uniform sampler2D source;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  const float spread = 2.0 * 3.2 * 3.2;
  vec3 sum = textureLod(source, uv, 0.0).rgb;
  float total = 1.0;
  for (int i = 1; i < 9; i += 2) {
    float a = exp(-float(i * i) / spread), b = exp(-float((i + 1) * (i + 1)) / spread);
    vec2 offset = params.p.step * (float(i) + b / (a + b));
    sum += (a + b) * (textureLod(source, uv + offset, 0.0).rgb + textureLod(source, uv - offset, 0.0).rgb);
    total += 2.0 * (a + b);
  }
  color = vec4(sum / total, 1.0);
}

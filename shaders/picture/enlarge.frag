// Enlarges a finished picture: the weights of the four nearest texels follow a Gaussian along each axis that ends at
// the next texel's center. One bilinear fetch at a shifted position.
#include "passes/picture/temporal_params.h"

layout(push_constant, scalar) uniform ParamsBlock { EnlargeParams p; } params;
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// Share of the texel beyond, `off` texels past the middle of one: w(1 - off) over w(off) + w(1 - off), where
// w(x) = exp(-4.5 x^2) - exp(-4.5); the polynomial is within 0.004 of it.
vec2 share(vec2 off) {
  vec2 s = off - 0.5, s2 = s * s;
  return 0.5 + s + s * (s2 - 0.25) * (-5.0924 + s2 * (28.4423 - 68.7894 * s2));
}

void main() {
  vec2 at = uv * params.p.drawn - 0.5, low = floor(at), off = at - low;
  color = vec4(textureLod(picture, (low + 0.5 + share(off)) / params.p.drawn, 0.0).rgb, 1.0);
}

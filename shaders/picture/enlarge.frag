// A finished picture at a larger size: of the four texels around, each counts along either axis by a Gaussian that ends at the
// next texel's middle. That is one read between texels, at a place that is moved towards the nearest.
#include "passes/picture/temporal_params.h"

layout(push_constant, scalar) uniform ParamsBlock { EnlargeParams p; } params;
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

const float narrow = 4.5;

vec2 weight(vec2 away) { return exp(-narrow * away * away) - exp(-narrow); }

void main() {
  vec2 at = uv * params.p.drawn - 0.5, low = floor(at), off = at - low;
  vec2 near = weight(off), far = weight(1.0 - off);
  color = vec4(textureLod(picture, (low + 0.5 + far / (near + far)) / params.p.drawn, 0.0).rgb, 1.0);
}

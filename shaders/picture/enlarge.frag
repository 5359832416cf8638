// A finished picture at a larger size: the nine texels around, by a Gaussian.
#include "passes/picture/temporal_params.h"

layout(push_constant, scalar) uniform ParamsBlock { EnlargeParams p; } params;
layout(binding = 0) uniform sampler2D picture;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

// Of the texels before, at and after the one that holds a place at `off` texels from its middle.
vec3 weights(float off) {
  vec3 away = vec3(-1.0, 0.0, 1.0) - off;
  vec3 weight = exp(-3.0 * away * away);
  return weight / (weight.x + weight.y + weight.z);
}

void main() {
  vec2 at = uv * params.p.drawn;
  ivec2 middle = ivec2(at), last = ivec2(params.p.drawn) - 1;
  vec2 off = at - vec2(middle) - 0.5;
  vec3 across = weights(off.x), down = weights(off.y), sum = vec3(0.0);
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x)
      sum += across[x] * down[y] * texelFetch(picture, clamp(middle + ivec2(x, y) - 1, ivec2(0), last), 0).rgb;
  color = vec4(sum, 1.0);
}

// Transmitted sunlight behind water: reduced by absorption and reflection, focused and spread by the surface's
// photons.
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"

layout(binding = 1) uniform sampler2D thickness;
layout(binding = 2) uniform sampler2D front;
layout(binding = 3) uniform sampler2D focus;
layout(constant_id = 0) const bool has_focus = false;
layout(push_constant, scalar) uniform ParamsBlock { SunThroughParams p; } params;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 light;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float thick = texelFetch(thickness, pixel, 0).r;
  float depth = texelFetch(front, pixel, 0).r;
  if (thick < 1e-4 || depth >= 1.0) discard;
  float gathered = 1.0;
  if (has_focus) {
    // Over what single particles bulge. Beside the water there is none to share.
    float sum = 0.0, weights = 1e-3;
    for (int i = 0; i < 16; ++i) {
      float angle = 2.399963 * float(i), radius = params.p.reach * sqrt((float(i) + 0.5) / 16.0);
      vec2 at = uv + radius * vec2(cos(angle), sin(angle)) / vec2(textureSize(focus, 0));
      float wet = step(1e-4, textureLod(thickness, at, 0.0).r);
      sum += wet * textureLod(focus, at, 0.0).r;
      weights += wet;
    }
    gathered = max(mix(1.0, sum / weights, params.p.strength), 0.2);
  }
  vec4 top = params.p.world_from_sun * vec4(uv_to_clip(uv), depth, 1.0);
  light = vec4(params.p.sunlit * gathered * exp(-params.p.absorption.rgb * thick), top.y / top.w + 0.02);
}

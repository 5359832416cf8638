// Optical depth of a foam clump on the visible surface, by the distance of the surface point from the clump's center,
// so it follows the surface's orientation; bubbles are attenuated by the water above them.
#include "passes/deferred/camera.h"
#include "passes/water/white_water.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 2) uniform sampler2D water_depth;

layout(location = 0) in vec2 corner;
layout(location = 1) in flat vec4 place;
layout(location = 2) in flat vec2 look;
layout(location = 3) in flat vec4 motion;
layout(location = 0) out float optical;

void main() {
  float depth = texelFetch(water_depth, ivec2(gl_FragCoord.xy), 0).r;
  if (depth <= 0.0) discard;
  vec3 front = world_at(camera.c.inverse_view_projection, gl_FragCoord.xy * camera.c.viewport.zw, depth);
  vec3 off = place.xyz - front, view = normalize(front - camera.c.eye.xyz);
  off += motion.xyz * (dot(motion.xyz, off) * (1.0 / motion.w - 1.0));
  float behind = dot(off, view), aside2 = dot(off, off) - behind * behind;
  if (look.y > 0.5) {
    float inside = max(1.0 - aside2 / (place.w * place.w), 0.0);
    optical = 0.5 * look.x * inside * exp(-max(behind, 0.0) / bubbles_seen) * smoothstep(-2.0 * place.w, 0.0, behind);
  } else {
    // The surface that is drawn lies about a particle's radius off those that carry foam.
    behind = max(abs(behind) - place.w, 0.0);
    float inside = max(1.0 - (aside2 + behind * behind) / (place.w * place.w), 0.0);
    optical = look.x * inside * inside;
  }
}

// sun_unshaded() of the visible surfaces.
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1) uniform sampler2D normal;
layout(binding = 2) uniform sampler2D depth;
#include "lib/sun.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out float share;

void main() {
  ivec2 id = ivec2(gl_FragCoord.xy);
  vec2 at = (vec2(id) + 0.5) * camera.c.viewport.zw;
  vec3 world = world_at(camera.c.inverse_view_projection, at, texelFetch(depth, id, 0).r);
  share = sun_unshaded(world, normalize(texelFetch(normal, id, 0).xyz));
}

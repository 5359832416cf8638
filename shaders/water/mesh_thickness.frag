// Path length through the water along the view ray up to the first solid, meters: back faces add their distance,
// front faces subtract it.
#pragma variants RECEIVED?
#include "passes/deferred/camera.h"
#include "water/received.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 2) uniform sampler2D scene_depth;

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 0) out float meters;

void main() {
  if (is_received(world, camera.c.eye.xyz)) discard;
  float near = camera.c.sun_direction.w;
  float here = distance(world, camera.c.eye.xyz);
  float scene = texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r;
  float solid = here * view_distance(near, scene) / view_distance(near, gl_FragCoord.z);
  here = min(here, solid);
  meters = gl_FrontFacing ? -here : here;
}

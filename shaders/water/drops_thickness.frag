// Path length through a droplet, meters.
#pragma variants RECEIVED?
#include "water/drop.glsl"
#include "water/received.glsl"
layout(location = 0) out float meters;

void main() {
  vec3 along;
  float front, back;
  bool hit = drop_hit(along, front, back);
  float depth = depth_of(camera.c.eye.xyz + along * front);
  if (!hit || depth < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r || is_received(drop_place.xyz, camera.c.eye.xyz))
    discard;
  meters = back - front;
}

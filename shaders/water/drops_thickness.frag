// Metres of water in a droplet.
#include "water/drop.glsl"
layout(location = 0) out float metres;

void main() {
  vec3 along;
  float front, back;
  bool hit = drop_hit(along, front, back);
  float depth = depth_of(camera.c.eye.xyz + along * front);
  if (!hit || depth < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
  metres = back - front;
}

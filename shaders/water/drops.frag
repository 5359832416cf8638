// The front of a droplet. Target as in water/mesh.frag.
#pragma variants RECEIVED
#include "lib/optics.glsl"
#include "water/drop.glsl"
#include "water/received.glsl"
layout(push_constant, scalar) uniform ParamsBlock { float code; } params;
layout(location = 0) out vec4 target;

void main() {
  vec3 along;
  float front, back;
  bool hit = drop_hit(along, front, back);
  vec3 at = camera.c.eye.xyz + along * front;
  float depth = depth_of(at);
  if (!hit || depth < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r || is_received(drop_place.xyz, camera.c.eye.xyz))
    discard;
  gl_FragDepth = depth;
  target = vec4(octahedral_encode(drop_normal(at)), 0.02, params.code);
}

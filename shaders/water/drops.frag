// Front surface of a droplet. Target as in water/mesh.frag.
#pragma variants CARRIED? RECEIVED?
#include "lib/optics.glsl"
#include "lib/water.glsl"
#include "passes/water/water_mesh_params.h"
#include "water/drop.glsl"
#include "water/received.glsl"
#include "water/carried.glsl"
layout(push_constant, scalar) uniform ParamsBlock { MeshSurfaceParams p; } params;
layout(location = 0) out vec4 target;

void main() {
  vec3 along;
  float front, back;
  bool hit = drop_hit(along, front, back);
  vec3 at = camera.c.eye.xyz + along * front;
  float depth = depth_of(at), foam = 0.0;
#ifdef CARRIED
  // There is air in all that tears.
  const float least = 0.3;
  foam = mix(least, 1.0, carried_look(params.p.from, params.p.ripple, drop_place.xyz, dFdx(world), dFdy(world), camera.c.eye.w).foam);
#endif
  if (!hit || depth < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r || is_received(drop_place.xyz, camera.c.eye.xyz))
    discard;
  gl_FragDepth = depth;
  target = vec4(octahedral_encode(drop_normal(at)), 0.02, water_code(params.p.code, foam));
}

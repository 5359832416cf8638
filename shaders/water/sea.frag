// Visible points of a spectral sea: rest position in meters from the anchor; z: 1 seen from the air, -1 from below, 0
// no sea; w: packed horizontal displacement.
#pragma variants HULL_MASK?
#include "passes/deferred/camera.h"
#include "passes/water/water_params.h"
#include "lib/sea.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform ParamsBlock { SeaParams p; } params;
layout(binding = 2) uniform sampler2D scene_depth;
#ifdef HULL_MASK
#include "water/hull_mask.glsl"
#endif

layout(location = 0) in vec3 world;
layout(location = 1) in vec2 rest;
layout(location = 0) out vec4 place;

void main() {
  vec3 plane = cross(dFdx(world), dFdy(world));
  plane *= sign(plane.y);
  bool air = dot(plane, camera.c.eye.xyz - world) >= 0.0;
  vec2 at = world.xz - params.p.anchor.xz;
  bool in_hole = all(greaterThan(at, params.p.hole.xy)) && all(lessThan(at, params.p.hole.zw));
  if (in_hole || gl_FragCoord.z < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
#ifdef HULL_MASK
  if (in_hull()) discard;
#endif
  place = vec4(rest, air ? 1.0 : -1.0, pack_displacement(at - rest));
}

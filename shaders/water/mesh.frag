// Nearest surface of the water. Target: octahedral normal towards the eye; squared GGX alpha; 1 + index of the water
// with the foam coverage, negative if seen from inside the water.
#pragma variants CARRIED? RECEIVED?
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"
#include "water/received.glsl"
#include "water/carried.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { MeshSurfaceParams p; } params;
layout(binding = 2) uniform sampler2D scene_depth;

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 target;

void main() {
  vec3 n = normalize(normal);
  float foam = 0.0, lost = 0.0;
#ifdef CARRIED
  FlowLook look = carried_look(params.p.from, params.p.ripple, world, dFdx(world), dFdy(world), camera.c.eye.w);
  foam = look.foam;
  // Ripples lie on what is level; down a fall they are drawn out.
  float level = max(n.y, 0.0);
  n = normalize(n - level * level * vec3(look.slope.x, 0.0, look.slope.y));
  lost = level * level * look.lost;
#endif
  if (!gl_FrontFacing) n = -n;
  // Normals that vary inside the pixel widen the highlight [Tokuyoshi and Kaplanyan 2019].
  vec3 nx = dFdx(n), ny = dFdy(n);
  float alpha = params.p.roughness * params.p.roughness;
  float widened = alpha * alpha + 2.0 * lost + min(0.5 * (dot(nx, nx) + dot(ny, ny)), 0.09);
  if (gl_FragCoord.z < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r || is_received(world, camera.c.eye.xyz))
    discard;
  target = vec4(octahedral_encode(n), min(widened, 1.0), (gl_FrontFacing ? 1.0 : -1.0) * water_code(params.p.code, foam));
}

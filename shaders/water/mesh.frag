// The nearest surface of the water. Target: octahedral normal, which points to the eye's side; squared GGX alpha; 1 +
// index of the water, negative where it is seen from the water.
#pragma variants RECEIVED
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"
#include "water/received.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { MeshSurfaceParams p; } params;
layout(binding = 2) uniform sampler2D scene_depth;

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 target;

void main() {
  vec3 n = normalize(normal);
  if (!gl_FrontFacing) n = -n;
  // Normals that vary inside the pixel widen the highlight [Tokuyoshi and Kaplanyan 2019].
  vec3 nx = dFdx(n), ny = dFdy(n);
  float alpha = params.p.roughness * params.p.roughness;
  float widened = alpha * alpha + min(0.5 * (dot(nx, nx) + dot(ny, ny)), 0.09);
  if (gl_FragCoord.z < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r || is_received(world, camera.c.eye.xyz))
    discard;
  target = vec4(octahedral_encode(n), min(widened, 1.0), gl_FrontFacing ? params.p.code : -params.p.code);
}

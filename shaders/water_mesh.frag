// As water_surface.frag, with the mesh's own normals; they point into the air.
#include "passes/camera.h"
#include "lib/optics.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { SurfaceParams p; } params;
layout(binding = 2) uniform sampler2D scene_depth;

layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 target;

void main() {
  vec3 n = normalize(normal);
  vec3 nx = dFdx(n), ny = dFdy(n);
  float alpha = params.p.roughness * params.p.roughness;
  float widened = alpha * alpha + min(0.5 * (dot(nx, nx) + dot(ny, ny)), 0.09);
  bool air = dot(n, camera.c.eye.xyz - world) > 0.0;
  if (gl_FragCoord.z < texelFetch(scene_depth, ivec2(gl_FragCoord.xy), 0).r) discard;
  target = vec4(octahedral_encode(n), min(widened, 1.0), air ? params.p.code : -params.p.code);
}

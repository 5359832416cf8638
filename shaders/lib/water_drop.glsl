// Where the eye's ray through a droplet's square meets its sphere.
#include "passes/camera.h"
#include "passes/water_mesh_params.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { WaterMeshParams p; } params;
layout(binding = 2) uniform sampler2D scene_depth;

layout(location = 0) in vec3 world;
layout(location = 1) in flat vec3 middle;

// Distances from the eye to the front and the back; false: the ray goes past.
bool drop_hit(out vec3 along, out float front, out float back) {
  vec3 eye = camera.c.eye.xyz;
  along = normalize(world - eye);
  float nearest = dot(middle - eye, along);
  vec3 off = eye + along * nearest - middle;
  float half2 = params.p.radius * params.p.radius - dot(off, off);
  float reach = sqrt(max(half2, 0.0));
  front = nearest - reach;
  back = nearest + reach;
  return half2 > 0.0 && front > 0.0;
}

float depth_of(vec3 at) {
  vec4 h = camera.c.view_projection * vec4(at, 1.0);
  return h.z / h.w;
}

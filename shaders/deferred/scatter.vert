// Instances on the terrain, a cluster of triangles per instance of the draw call.
#include "passes/deferred/camera.h"
#include "deferred/scatter_pose.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;

layout(location = 0) out vec3 world;
layout(location = 1) out vec3 normal;
layout(location = 2) out flat vec4 color;  // w: roughness, negative of foliage
layout(location = 3) out vec3 place;       // in the model's axes, m
layout(location = 4) out flat int entry;   // of "terrain.scatter"

void main() {
  ScatterPoint p = scatter_point();
  vec4 bent = unpackSnorm4x8(p.v.normal), paint = unpackUnorm4x8(p.v.color);
  uint look = instances.v[p.instance].look;
  vec3 tint = vec3((look >> 8) & 0xffu, (look >> 16) & 0xffu, look >> 24) / 128.0;
  bool foliage = bent.w > 0.5;
  entry = int(look & 0xffu);
  world = p.world;
  place = p.v.position * instances.v[p.instance].size + vec3(instances.v[p.instance].foot.xz, 0.0);
  normal = p.axes * bent.xyz;
  color = vec4(clamp(paint.rgb * paint.rgb * tint, 0.0, 1.0), foliage ? -paint.w : paint.w);
  gl_Position = camera.c.view_projection * vec4(p.world, 1.0);
}

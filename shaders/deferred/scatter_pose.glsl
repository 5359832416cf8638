// Vertices of the listed clusters in world space.
#ifndef SHADERS_DEFERRED_SCATTER_POSE_GLSL
#define SHADERS_DEFERRED_SCATTER_POSE_GLSL
#include "passes/deferred/scatter_params.h"
#include "lib/noise.glsl"

layout(binding = 4, scalar) readonly buffer ScatterVertices { ScatterVertex v[]; } vertices;
layout(binding = 5, scalar) readonly buffer Items { ScatterItem v[]; } items;
layout(binding = 6, scalar) readonly buffer Instances { ScatterInstance v[]; } instances;

// From the model's axes to the world's, without its size.
mat3 scatter_axes(ScatterInstance i) {
  vec3 up = vec3(i.lean.x, sqrt(max(0.0, 1.0 - dot(i.lean, i.lean))), i.lean.y);
  vec3 along = vec3(cos(i.yaw), 0.0, sin(i.yaw));
  vec3 side = normalize(cross(along, up));
  return mat3(cross(up, side), up, side);
}

struct ScatterPoint {
  ScatterVertex v;
  uint instance;
  mat3 axes;
  vec3 world;
};

// The vertex of this invocation. Triangles of a level that fades shrink to their first corners, one after the other.
ScatterPoint scatter_point() {
  ScatterItem item = items.v[gl_InstanceIndex];
  uint cluster = item.what & 0xffffu;
  float share = float((item.what >> 16) & 0xffu) / 255.0, rise = float(item.what >> 24) / scatter_rise_steps;
  int at = int(cluster) * 3 * scatter_triangles + gl_VertexIndex;
  ScatterPoint p;
  p.v = vertices.v[at];
  p.instance = item.instance;
  vec3 local = p.v.position;
  if (share < 1.0) {
    float chance = hash_unit(ivec2(at / 3, int(item.instance)), 5).x;
    float grown = clamp((share - 0.8 * chance) * 5.0, 0.0, 1.0);
    local = mix(vertices.v[at - gl_VertexIndex % 3].position, local, grown);
  }
  ScatterInstance i = instances.v[item.instance];
  p.axes = scatter_axes(i);
  p.world = i.foot + i.size * rise * (p.axes * local);
  return p;
}
#endif

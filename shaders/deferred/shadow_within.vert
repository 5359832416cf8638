// deferred/shadow.vert, cut off beside the waters.
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/shadow.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 6, scalar) uniform SunDepthBlock { SunDepthParams p; } sun_depth;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

out float gl_ClipDistance[4];

void main() {
  int i = gl_VertexIndex * 8;
  vec4 world = params.p.model * vec4(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2], 1.0);
  gl_Position = camera.c.sun_matrix * world;
  gl_ClipDistance[0] = world.x - sun_depth.p.within.x;
  gl_ClipDistance[1] = world.z - sun_depth.p.within.y;
  gl_ClipDistance[2] = sun_depth.p.within.z - world.x;
  gl_ClipDistance[3] = sun_depth.p.within.w - world.z;
}

// SUBMERGED: clips geometry far outside the waters, because a discarded pixel costs as much as a drawn one.
#pragma variants MAPPED? SUBMERGED?
#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
#ifdef MAPPED
layout(binding = 17, scalar) readonly buffer Tangents { vec4 v[]; } tangents;
layout(location = 6) out vec4 tangent;
#endif
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

#ifdef SUBMERGED
#include "passes/deferred/water_levels.h"
layout(binding = 3, scalar) uniform ClipBlock { ClipBoxes boxes; } clip;
layout(binding = 8, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 18, std430) readonly buffer Span { uint words[]; } span;
layout(constant_id = 10) const int waters = 0;
layout(constant_id = 0) const bool has_span = false;
#include "deferred/level_span.glsl"
out float gl_ClipDistance[6];

void cut(vec3 world) {
  vec3 low = clip.boxes.all_low.xyz, high = clip.boxes.all_high.xyz;
  if (has_span) high.y = min(high.y, highest_of_all() + over_surface);
  for (int axis = 0; axis < 3; ++axis) {
    gl_ClipDistance[2 * axis] = world[axis] - low[axis];
    gl_ClipDistance[2 * axis + 1] = high[axis] - world[axis];
  }
}
#endif

layout(location = 0) out vec3 local_position;
layout(location = 1) out vec3 local_normal;
layout(location = 2) out vec2 uv;

void main() {
  int i = gl_VertexIndex * 8;
  local_position = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  local_normal = vec3(vertices.data[i + 3], vertices.data[i + 4], vertices.data[i + 5]);
  uv = vec2(vertices.data[i + 6], vertices.data[i + 7]);
#ifdef MAPPED
  tangent = tangents.v[gl_VertexIndex + params.p.seed];
#endif
  vec4 world = params.p.model * vec4(local_position, 1.0);
  gl_Position = camera.c.view_projection * world;
#ifdef SUBMERGED
  cut(world.xyz);
#endif
}

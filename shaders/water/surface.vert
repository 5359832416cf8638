// A SurfaceField as triangle strips: instances 0..quads.y-1 are rows, the next four are the closed sides.
#include "passes/deferred/camera.h"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { SurfaceParams p; } params;
layout(binding = 1) uniform sampler2D surface;

layout(location = 0) out vec3 world;
layout(location = 1) out vec2 uv;
layout(location = 2) out flat vec3 side_normal;

void main() {
  FieldParams field = params.p.field;
  uvec2 quads = field.cells.zw;
  uint row = uint(gl_InstanceIndex);
  uint along = uint(gl_VertexIndex) >> 1u, other = uint(gl_VertexIndex) & 1u;
  bool bottom = false;
  side_normal = vec3(0.0);
  if (row < quads.y) {
    uv = vec2(float(min(along, quads.x)) / float(quads.x), float(row + other) / float(quads.y));
  } else {
    uint side = row - quads.y;
    bottom = other == 1u;
    bool along_x = side < 2u;
    float count = float(along_x ? quads.x : quads.y);
    float s = min(float(along) / count, 1.0);
    if (side == 0u) uv = vec2(1.0 - s, 0.0), side_normal = vec3(0.0, 0.0, -1.0);
    else if (side == 1u) uv = vec2(s, 1.0), side_normal = vec3(0.0, 0.0, 1.0);
    else if (side == 2u) uv = vec2(0.0, s), side_normal = vec3(-1.0, 0.0, 0.0);
    else uv = vec2(1.0, 1.0 - s), side_normal = vec3(1.0, 0.0, 0.0);
  }
  float elevation = bottom ? -field.origin.w : field_sample(surface, field, uv).x;
  world = field_position(field, uv, elevation);
  world.xz += mix(vec2(0.0), field.past.yw, equal(uv, vec2(1.0))) - mix(vec2(0.0), field.past.xz, equal(uv, vec2(0.0)));
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}

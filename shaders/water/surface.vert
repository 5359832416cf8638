// A SurfaceField as triangle strips: instances 0..quads.y-1 are rows, the next four the closed sides.
#pragma variants FALLS?
#include "passes/deferred/camera.h"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform ParamsBlock { SurfaceParams p; } params;
layout(binding = 1) uniform sampler2D surface;

layout(location = 0) out vec3 world;
layout(location = 1) out vec2 uv;
layout(location = 2) out flat vec3 side_normal;
layout(location = 3) out float lowered;

#ifdef FALLS
layout(binding = 5) uniform sampler2D flow;

// Drop of an overfall below its columns. Drawn, it sinks to the depth of what falls on its
// way to the border, from three depths before it on, and `past` meters beyond it by its fall too.
float fallen_at(vec2 border, vec2 outwards, float before, float past) {
  vec3 now = field_sample(flow, params.p.field, border).xyz;
  float head = params.p.gravity * now.z, way = 3.0 * now.z + past;
  if (head <= 0.0 || before >= way) return 0.0;
  float out_speed = max(dot(now.xy, outwards), sqrt(head));
  float faster = falls_faster(now.z, out_speed, params.p.gravity), time = past / (out_speed * faster);
  float part = 1.0 - before / way;
  float fall = min(0.5 * params.p.gravity * time * time, now.z);  // trickles end at the bed step
  return part * part * (now.z * (1.0 - 1.0 / faster) + fall);
}

float fallen() {
  FieldParams field = params.p.field;
  float most = 0.0;
  for (int side = 0; side < 4; ++side) {
    float past = field.past[side], end = float(side & 1);
    if (past <= 0.0) continue;
    int axis = side >> 1;
    vec2 border = uv, outwards = vec2(0.0);
    border[axis] = end;
    outwards[axis] = 2.0 * end - 1.0;
    float before = uv[axis] == end ? 0.0 : abs(end - uv[axis]) * field.size[axis] + past;
    most = max(most, fallen_at(border, outwards, before, past));
  }
  return most;
}
#else
float fallen() { return 0.0; }
#endif

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
  vec2 past = mix(vec2(0.0), field.past.yw, equal(uv, vec2(1.0))) - mix(vec2(0.0), field.past.xz, equal(uv, vec2(0.0)));
  lowered = fallen();
  world = field_position(field, uv, elevation - lowered) + vec3(past.x, 0.0, past.y);
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}

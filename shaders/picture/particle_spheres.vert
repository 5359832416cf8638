// A camera-facing quad per particle; degenerate for unused slots.
#include "picture/field.glsl"
#include "passes/deferred/camera.h"
#include "passes/picture/particle_spheres_params.h"

layout(binding = 4, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, std430) readonly buffer PositionBlock { vec4 v[]; } position;
layout(binding = 2, scalar) readonly buffer RangeBlock { FieldRange r; } range;
layout(binding = 3, scalar) readonly buffer CountBlock { uint v; } count;
layout(push_constant, scalar) uniform ParamsBlock { SpheresParams p; } params;

layout(location = 0) out vec3 world;
layout(location = 1) out flat vec3 middle;
layout(location = 2) out flat vec3 tint;

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  bool present = gl_InstanceIndex < count.v;
  vec2 corner = present ? corners[gl_VertexIndex] * (1.1 * params.p.radius) : vec2(0.0);
  middle = position.v[gl_InstanceIndex].xyz;
  float value;
  const vec3 missing = vec3(1.0, 0.0, 1.0);
  bool known = present && field_value(params.p.source, ivec2(0, gl_InstanceIndex), value);
  vec3 encoded = known ? color_map(params.p.map, clamp(field_part(range.r.shown, value), 0.0, 1.0)) : missing;
  // The map's colors are encoded for the screen.
  tint = pow(encoded, vec3(2.2));
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  world = middle + right * corner.x + up * corner.y;
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}

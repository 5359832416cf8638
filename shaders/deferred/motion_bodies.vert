// Current and previous positions of floating bodies.
#include "passes/deferred/camera.h"
#include "passes/deferred/motion_params.h"
#include "lib/bodies.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform MotionBlock { MotionParams m; } motion;
layout(binding = 3, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { BodyState v[]; } states;
layout(binding = 5, scalar) readonly buffer StatesBefore { BodyState v[]; } states_before;
layout(location = 0) out vec4 now;
layout(location = 1) out vec4 before;
layout(location = 2) out flat int instance;

vec3 placed(BodyState s, vec3 local) { return s.position + body_axes(s.rotation) * local; }

void main() {
  instance = gl_InstanceIndex;
  int i = gl_VertexIndex * 8;
  vec3 local = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec3 world = placed(states.v[gl_InstanceIndex], local);
  now = motion.m.now * vec4(world, 1.0);
  before = motion.m.before * vec4(placed(states_before.v[gl_InstanceIndex], local), 1.0);
  gl_Position = camera.c.view_projection * vec4(world, 1.0);
}

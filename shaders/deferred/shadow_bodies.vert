#include "passes/deferred/camera.h"
#include "passes/deferred/gbuffer.h"
#include "lib/bodies.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) readonly buffer Vertices { float data[]; } vertices;
layout(binding = 4, scalar) readonly buffer States { BodyState v[]; } states;
layout(constant_id = 0) const bool from_sun = true;
layout(constant_id = 1) const bool keeps_dry = false;  // hulls inside of which is no water: those that are not flooded

void main() {
  int i = gl_VertexIndex * 8;
  BodyState s = states.v[gl_InstanceIndex];
  vec3 local = vec3(vertices.data[i], vertices.data[i + 1], vertices.data[i + 2]);
  vec4 world = vec4(s.position + body_axes(s.rotation) * local, 1.0);
  if (keeps_dry && s.flooded != 0u) {
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    return;
  }
  gl_Position = (from_sun ? camera.c.sun_matrix : camera.c.view_projection) * world;
}

// A camera-facing quad around a light bulb.
#include "passes/deferred/camera.h"
#include "passes/deferred/lamps.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(push_constant, scalar) uniform Params { BulbParams p; } params;

layout(location = 0) out vec2 corner;
layout(location = 1) out flat float edge;  // width of a pixel in radii

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
  vec3 right = vec3(camera.c.view[0][0], camera.c.view[1][0], camera.c.view[2][0]);
  vec3 up = vec3(camera.c.view[0][1], camera.c.view[1][1], camera.c.view[2][1]);
  vec3 place = params.p.place.xyz;
  float pixel = (camera.c.view_projection * vec4(place, 1.0)).w * 2.0 * camera.c.viewport.w / abs(camera.c.projection[1][1]);
  edge = max(pixel, 0.0) / params.p.place.w;
  corner = corners[gl_VertexIndex % 6] * (1.0 + edge);
  gl_Position = camera.c.view_projection * vec4(place + params.p.place.w * (right * corner.x + up * corner.y), 1.0);
}

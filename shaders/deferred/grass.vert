// Blades of grass: two segments near the eye, otherwise one triangle.
#include "passes/deferred/camera.h"
#include "passes/deferred/grass.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, scalar) uniform GrassBlock { GrassParams p; } grass;
layout(binding = 2, scalar) readonly buffer Blades { GrassBlade v[]; } blades;
layout(constant_id = 0) const bool bent = true;

layout(location = 0) out vec3 color;
layout(location = 1) out vec3 normal;
layout(location = 2) out float along;

// Side and share of the height of each vertex.
const vec2 shape[9] = vec2[](vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(-0.75, 0.5), vec2(1.0, 0.0), vec2(0.75, 0.5),
                             vec2(-0.75, 0.5), vec2(-0.75, 0.5), vec2(0.75, 0.5), vec2(0.0, 1.0));
const vec2 triangle[3] = vec2[](vec2(-1.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0));

void main() {
  GrassBlade b = blades.v[gl_InstanceIndex];
  vec2 at = bent ? shape[gl_VertexIndex] : triangle[gl_VertexIndex];
  vec3 across = vec3(cos(b.color.w), 0.0, sin(b.color.w));
  // Never narrower than a good part of a pixel.
  float width = max(b.tip.w, 0.8 * grass.p.rings[0].w * distance(camera.c.eye.xyz, b.root.xyz));
  // It rises first and leans over towards its tip.
  vec3 lean = vec3(b.tip.x, 0.0, b.tip.z) * at.y * (at.y - 1.0) * 0.7;
  vec3 world = b.root.xyz + at.y * b.tip.xyz + lean + at.x * width * across;
  along = at.y;
  color = b.color.rgb;
  // Light comes through a blade: it is lit from the side of the sun, and most of all as the meadow is.
  vec3 face = cross(across, b.tip.xyz);
  face *= dot(face, camera.c.sun_direction.xyz) < 0.0 ? -1.0 : 1.0;
  normal = normalize(b.tip.xyz) + 0.35 * normalize(face + 1e-6);
  gl_Position = b.root.w > 0.0 ? camera.c.view_projection * vec4(world, 1.0) : vec4(0.0, 0.0, -1.0, 1.0);
}

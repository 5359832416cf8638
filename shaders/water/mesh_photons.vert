// Vertices of a water mesh as photons: target points through flat water and through the actual facet, in the space of
// the sun's map. Only the difference is splatted, so flat water has no effect.
#include "passes/deferred/camera.h"
#include "passes/water/water_mesh_params.h"
#include "lib/optics.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 1, std430) readonly buffer VerticesBlock { vec4 data[]; } vertices;
layout(binding = 2) uniform sampler2D thickness;
layout(binding = 3) uniform sampler2D front;
layout(push_constant, scalar) uniform ParamsBlock { MeshPhotonParams p; } params;

layout(location = 0) out vec2 origin;  // where the sun's ray meets the surface, in pixels of the map
layout(location = 1) out float share;  // 1: the sun meets this surface first

void main() {
  vec3 world = vertices.data[2 * gl_VertexIndex].xyz, normal = normalize(vertices.data[2 * gl_VertexIndex + 1].xyz);
  vec3 sun = camera.c.sun_direction.xyz;
  vec3 clip = (camera.c.sun_matrix * vec4(world, 1.0)).xyz;
  vec2 at = clip_to_uv(clip.xy), size = vec2(textureSize(front, 0));
  float first = textureLod(front, at, 0.0).r + params.p.slack;
  share = dot(normal, sun) > 0.0 && clip.z < first ? 1.0 : 0.0;
  // Meters under this place to the water's end, which the refracted ray goes down too.
  float down = textureLod(thickness, at, 0.0).r * sun.y;
  vec3 level = snell_refract(-sun, vec3(0.0, 1.0, 0.0), 1.0 / params.p.index);
  vec3 ray = snell_refract(-sun, normal, 1.0 / params.p.index);
  vec2 aside = down * (ray.xz / max(-ray.y, 0.3) - level.xz / -level.y) * smoothstep(0.3, 0.6, normal.y);
  vec4 landed = camera.c.sun_matrix * vec4(world + vec3(aside.x, 0.0, aside.y), 1.0);
  origin = at * size;
  gl_Position = vec4(landed.xy, 0.5, 1.0);
}

// A pixel of a solid thing. axes: from the mesh's axes to the world's.
#include "deferred/material.glsl"

#include "lib/submerged.glsl"
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;

layout(binding = 2) uniform sampler2DArray textures;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

void write_pixel(GBufferParams p, vec3 local_position, vec3 local_normal, vec2 uv, mat3 axes, vec3 world) {
  // Derivatives come first: they are undefined once a neighbour was discarded.
  float detail = camera.c.jitter.w;
  vec3 footprint = detail * fwidth(local_position);
  vec2 along_x = detail * dFdx(uv), along_y = detail * dFdy(uv);
  if (!is_drawn(world)) discard;
  Material m = make_material(p, local_position, normalize(local_normal), footprint);
  vec4 texel = p.layer >= 0 ? textureGrad(textures, vec3(uv, float(p.layer)), along_x, along_y) : vec4(1.0);
  if (texel.a * p.alpha < p.cutoff) discard;
  m.albedo *= texel.rgb;
  albedo = vec4(m.albedo, m.occlusion);
  float roughness = clamp(m.roughness, 0.03, 1.0);
  normal = vec4(normalize(axes * m.normal), p.metallic > 0.5 ? -roughness : roughness);
}

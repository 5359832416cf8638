#include "passes/gbuffer.h"
#include "lib/material.glsl"

layout(binding = 2) uniform sampler2DArray textures;
layout(push_constant, scalar) uniform Params { GBufferParams p; } params;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

void main() {
  GBufferParams p = params.p;
  Material m = make_material(p, local_position, normalize(local_normal));
  if (p.layer >= 0) m.albedo *= texture(textures, vec3(uv, float(p.layer))).rgb;
  albedo = vec4(m.albedo, m.occlusion);
  float roughness = clamp(m.roughness, 0.03, 1.0);
  normal = vec4(normalize(mat3(p.model) * m.normal), p.metallic > 0.5 ? -roughness : roughness);
}

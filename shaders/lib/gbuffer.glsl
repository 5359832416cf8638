// A pixel of a solid thing. axes: from the mesh's axes to the world's.
#include "lib/material.glsl"

layout(constant_id = 0) const bool clipped = false;
layout(binding = 2) uniform sampler2DArray textures;
layout(binding = 3, scalar) uniform ClipBlock { ClipBoxes boxes; } clip;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

bool inside_a_box(vec3 p) {
  for (int i = 0; i < clip.boxes.count; ++i) {
    if (all(greaterThanEqual(p, clip.boxes.low[i].xyz)) && all(lessThanEqual(p, clip.boxes.high[i].xyz))) return true;
  }
  return false;
}

void write_pixel(GBufferParams p, vec3 local_position, vec3 local_normal, vec2 uv, mat3 axes, vec3 world) {
  // Derivatives come first: they are undefined once a neighbour was discarded.
  vec3 footprint = fwidth(local_position);
  vec2 along_x = dFdx(uv), along_y = dFdy(uv);
  if (clipped) {
    if (!inside_a_box(world)) discard;
  }
  Material m = make_material(p, local_position, normalize(local_normal), footprint);
  if (p.layer >= 0) m.albedo *= textureGrad(textures, vec3(uv, float(p.layer)), along_x, along_y).rgb;
  albedo = vec4(m.albedo, m.occlusion);
  float roughness = clamp(m.roughness, 0.03, 1.0);
  normal = vec4(normalize(axes * m.normal), p.metallic > 0.5 ? -roughness : roughness);
}

// G-buffer values of a solid's pixel. axes: rotation from mesh to world space.
#include "deferred/material.glsl"

#include "deferred/submerged.glsl"
#include "passes/deferred/camera.h"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;

layout(binding = 2) uniform sampler2DArray textures;
layout(constant_id = 23) const bool textured = false;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

#ifdef MAPPED
layout(binding = 16) uniform sampler2DArray maps;
layout(location = 6) in vec4 tangent;  // as TriangleMesh has them

// The axes of a texture on the mesh, from how both change over the pixel: x along u, y against v, for glTF's images have
// their first row on top [Schüler 2006]. Zero where the texture does not change.
mat3 texture_axes(vec3 n, vec3 position_x, vec3 position_y, vec2 uv_x, vec2 uv_y) {
  float area = uv_x.x * uv_y.y - uv_y.x * uv_x.y;
  vec3 along_u = sign(area) * (position_x * uv_y.y - position_y * uv_x.y);
  vec3 along_v = sign(area) * (position_y * uv_x.x - position_x * uv_y.x);
  vec3 t = along_u - n * dot(n, along_u);
  vec3 b = n * dot(n, along_v) - along_v;
  b -= t * (dot(t, b) / max(dot(t, t), 1e-30));
  return mat3(t * inversesqrt(max(dot(t, t), 1e-30)), b * inversesqrt(max(dot(b, b), 1e-30)), n);
}

// The axes of the mesh's own tangents where it has them; like the normal between vertices they keep their lengths, as
// whoever baked the map took them [Mikkelsen 2008].
mat3 map_axes(vec3 normal, vec3 position_x, vec3 position_y, vec2 uv_x, vec2 uv_y) {
  float hand = tangent.w < 0.0 ? -1.0 : 1.0;
  if (dot(tangent.xyz, tangent.xyz) > 1e-6) return mat3(tangent.xyz, hand * cross(normal, tangent.xyz), normal);
  mat3 axes = texture_axes(normalize(normal), position_x, position_y, uv_x, uv_y);
  return mat3(hand * axes[0], hand * axes[1], axes[2]);
}
#endif

void write_pixel(GBufferParams p, vec3 local_position, vec3 local_normal, vec2 uv, mat3 axes, vec3 world) {
  // Derivatives come first: they are undefined once a neighbor was discarded.
  float detail = camera.c.jitter.w;
  vec3 footprint = detail * fwidth(local_position);
  vec2 along_x = detail * dFdx(uv), along_y = detail * dFdy(uv);
#ifdef MAPPED
  mat3 of_texture = map_axes(local_normal, dFdx(local_position), dFdy(local_position), dFdx(uv), dFdy(uv));
#endif
  if (!is_drawn(world)) discard;
  Material m = make_material(p, local_position, normalize(local_normal), footprint);
  vec4 texel = textured ? textureGrad(textures, vec3(uv, float(p.layer)), along_x, along_y) : vec4(1.0);
  if (texel.a * p.alpha < p.cutoff) discard;
  m.albedo *= texel.rgb;
  float metallic = p.metallic;
#ifdef MAPPED
  int layers = int(p.color2.w + 0.5), normal_layer = layers % most_maps - 1, surface_layer = layers / most_maps - 1;
  if (normal_layer >= 0) {
    vec3 relief = textureGrad(maps, vec3(uv, float(normal_layer)), along_x, along_y).xyz * (255.0 / 127.5) - 1.0;
    m.normal = normalize(of_texture * relief);
  }
  if (surface_layer >= 0) {
    vec3 surface = textureGrad(maps, vec3(uv, float(surface_layer)), along_x, along_y).rgb;
    m.occlusion *= surface.r;
    m.roughness *= surface.g;
    metallic *= surface.b;
  }
#endif
  albedo = vec4(m.albedo, m.occlusion);
  float roughness = clamp(m.roughness, 0.03, 1.0);
  normal = vec4(normalize(axes * m.normal), metallic > 0.5 ? -roughness : roughness);
}

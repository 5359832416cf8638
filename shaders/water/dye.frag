// Pigment in the top layer of the water, seen through the surface, lit by transmitted sun and sky light.
#include "passes/deferred/camera.h"
#include "passes/water/water_dye_params.h"
#include "lib/optics.glsl"
#include "lib/sky.glsl"
#include "lib/water.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
#include "lib/sun.glsl"
layout(push_constant, scalar) uniform ParamsBlock { DyeParams p; } params;
layout(binding = 1) uniform sampler2D water_normal;
layout(binding = 2) uniform sampler2D water_depth;
layout(binding = 3) uniform sampler2D dye;

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec4 water = texelFetch(water_normal, pixel, 0);
  if (abs(water.w - params.p.code) > 0.5) discard;
  vec3 normal = octahedral_decode(water.xy);
  vec3 world = world_at(camera.c.inverse_view_projection, uv, texelFetch(water_depth, pixel, 0).r);
  FieldParams field = params.p.field;
  vec4 pigment = field_smooth(dye, field, (world.xz - field.origin.xz) / field.size.xy + 0.5);
  vec3 along = normalize(world - camera.c.eye.xyz), sun = camera.c.sun_direction.xyz;
  float seen = 1.0 - fresnel_dielectric(clamp(-dot(normal, along), 0.02, 1.0), 1.0 / params.p.ior);
  float facing = max(dot(normal, sun), 0.0);
  float lit = facing * sun_reaching(world, vec3(0.0, 1.0, 0.0));
  vec3 light = (camera.c.sun_radiance.rgb * lit + sky_irradiance(camera.c.sky_sh, normal)) / 3.14159265;
  color = vec4(pigment.rgb * light, seen * pigment.a);
}

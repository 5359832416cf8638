// Foliage, lit through its leaves too, and mottled bark and stone.
#pragma variants SUBMERGED?
#include "passes/deferred/camera.h"
#include "lib/noise3.glsl"
#include "deferred/submerged.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(location = 0) in vec3 world;
layout(location = 1) in vec3 normal;
layout(location = 2) in flat vec4 color;
layout(location = 3) in vec3 place;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal_roughness;

const vec3 translucent = vec3(2.6, 2.3, 1.0);  // of leaves before the sun, over what they reflect

// Darker and paler spots, and moss on what faces up; the relief bends the normal.
void weather(inout vec3 paint, inout vec3 n, inout float occlusion, vec3 at, float width) {
  vec4 bulk = fractal_noise3(2.3 * at, 2.3 * width, 3, 3), fine = fractal_noise3(11.0 * at, 11.0 * width, 2, 7);
  paint *= 0.42 + 0.75 * bulk.x + 0.65 * (fine.x - 0.2);
  float pale = smoothstep(0.56, 0.68, fine.x) * smoothstep(0.48, 0.60, bulk.x);
  float moss = smoothstep(0.35, 0.85, n.y + 1.6 * (bulk.x - 0.5) + 0.5 * (fine.x - 0.5));
  paint = mix(paint, 1.7 * paint, 0.6 * pale);
  paint = mix(paint, vec3(0.045, 0.062, 0.018) * (0.4 + 1.2 * fine.x), 0.55 * moss);
  n = normalize(n - 0.30 * bulk.yzw - 0.06 * fine.yzw);
  occlusion *= 0.6 + 0.4 * smoothstep(0.25, 0.5, bulk.x);
}

void main() {
  vec3 footprint = fwidth(place);
  if (!is_drawn(world)) discard;
  bool foliage = color.w < 0.0;
  vec3 n = normalize(normal + 1e-6), paint = color.rgb;
  float occlusion = 1.0;
  if (foliage) {
    // Leaves let a part of the light through, yellower than they reflect it: the light around shows it, because the sun
    // would mirror white in leaves that it shines through.
    float behind = clamp(0.3 - dot(n, camera.c.sun_direction.xyz), 0.0, 1.0);
    paint *= mix(vec3(1.0), translucent, behind);
  } else {
    if (!gl_FrontFacing) n = -n;
    weather(paint, n, occlusion, place, max(footprint.x, max(footprint.y, footprint.z)));
  }
  albedo = vec4(clamp(paint, 0.0, 1.0), occlusion);
  normal_roughness = vec4(n, max(abs(color.w), 0.03));
}

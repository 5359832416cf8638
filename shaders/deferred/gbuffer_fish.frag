// Skin of fish: a pale body, large patches on the back, small dark spots, scales, fins with rays, eyes. Every fish has
// its own pattern from the seed.
#pragma variants SUBMERGED?
#include "lib/angle.glsl"
#include "passes/agents/fish_params.h"
#include "passes/deferred/gbuffer.h"
#include "lib/noise3.glsl"
#include "deferred/submerged.glsl"

layout(push_constant, scalar) uniform Params { FishLook p; } params;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 world_normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in vec3 world;
layout(location = 4) in flat int instance;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

// 1 on about `share` of places where the noise n is spread as fractal_noise3 spreads it.
float covered(float n, float share, float width) {
  float limit = mix(0.70, 0.30, share);
  return share <= 0.0 ? 0.0 : smoothstep(limit - 0.02 - width, limit + 0.02 + width, n);
}

void main() {
  FishLook look = params.p;
  vec3 footprint = fwidth(local_position);
  float width = max(footprint.x, max(footprint.y, footprint.z));
  float scales_wide = max(fwidth(uv.x) * 40.0, 1e-4), rays_wide = fwidth(uv.y) * 75.0;
  if (!is_drawn(world)) discard;
  vec3 own = hash_unit(ivec2(instance, 41), look.seed), more = hash_unit(ivec2(instance, 42), look.seed);
  float variety = look.base.w;
  // Some have one color all over, some none of it.
  float patches = look.patch_.w * (1.0 + variety * (2.0 * own.x - 1.0));
  patches = own.y < 0.14 * variety ? 1.2 : own.y > 1.0 - 0.12 * variety ? 0.0 : patches;
  float spots = look.ink.w * mix(1.0, own.z < 0.45 ? 0.0 : 2.4 * more.x, variety);
  vec3 patch_color = look.patch_.rgb * mix(vec3(1.0), vec3(1.0 + 0.1 * more.y, 0.55 + 1.9 * more.y * more.y, 1.0), variety);
  vec3 base = look.base.rgb * mix(1.0, 0.85 + 0.2 * more.z, variety);

  int seed = look.seed + 7 * instance;
  vec3 p = local_position * vec3(1.0, 1.2, 1.2);
  bool fin = uv.y > 0.5;
  float back = smoothstep(-0.06, 0.05, local_position.y);
  float large = fractal_noise3(p * 6.5, width * 6.5, 3, seed).x + 0.16 * (back - 0.85);
  float small = fractal_noise3(p * 15.0 + 5.0, width * 15.0, 3, seed + 3).x + 0.10 * (back - 0.8);
  float red = covered(large, min(patches, 1.0), width);
  if (patches > 1.0) red = mix(0.6, 1.0, back);
  float dark = covered(small, min(spots, 1.0), width);
  vec3 color = mix(base, patch_color, red);
  color = mix(color, look.ink.rgb, dark * (fin ? 0.6 : 1.0));
  float roughness = 0.34;
  float occlusion = 1.0;
  vec3 n = normalize(world_normal);
  if (!fin) {
    // Rows of scales, lighter in their middles; none on the head.
    float angle = angle_of(local_position.y, abs(local_position.z));
    vec2 q = vec2(uv.x * 40.0, angle * 5.5);
    q.x += 0.5 * mod(floor(q.y), 2.0);
    vec2 f = fract(q) - 0.5;
    float net = smoothstep(0.25, 0.5, length(f * vec2(1.0, 0.9)));
    float sharp = clamp(1.5 - 2.0 * scales_wide, 0.0, 1.0) * smoothstep(0.19, 0.24, uv.x) * smoothstep(0.84, 0.74, uv.x);
    color *= 1.0 - 0.22 * net * sharp;
    roughness -= 0.08 * (1.0 - net) * sharp;
    color *= mix(1.06, 0.90, smoothstep(0.04, 0.095, local_position.y));
    float gill = abs(uv.x - 0.185 - 0.9 * local_position.y * local_position.y);
    color *= 1.0 - 0.35 * smoothstep(0.008, 0.0, gill) * smoothstep(0.06, 0.02, abs(local_position.y));
    float eye = length(local_position.xy - vec2(0.418, 0.016));
    if (abs(local_position.z) > 0.025) {
      color = mix(color, vec3(0.30, 0.24, 0.10), smoothstep(0.0165, 0.0135, eye));
      color = mix(color, vec3(0.008), smoothstep(0.0115, 0.0090, eye));
      roughness = mix(roughness, 0.08, smoothstep(0.0165, 0.0135, eye));
    }
    occlusion = 0.75 + 0.25 * smoothstep(-0.09, 0.0, local_position.y);
  } else {
    float rays = 0.5 + 0.5 * cos(fract(uv.y) * 75.0);
    float sharp = clamp(1.5 - 0.6 * rays_wide, 0.0, 1.0);
    vec3 membrane = mix(color, base * vec3(1.0, 0.94, 0.84), 0.35 + 0.5 * uv.x);
    color = membrane * mix(1.0, 0.78 + 0.3 * rays, sharp);
    roughness = 0.5;
    occlusion = 0.9;
  }
  albedo = vec4(clamp(color, 0.0, 1.0), occlusion);
  normal = vec4(n, roughness);
}

// Leaves in the colors of their season, petals, pads; each its own shade from the seed.
#include "passes/agents/leaves_params.h"
#include "lib/noise.glsl"

layout(push_constant, scalar) uniform Params { LeafLook p; } params;
layout(location = 0) in vec3 world_normal;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 local_position;
layout(location = 3) in flat int instance;
layout(location = 0) out vec4 albedo;
layout(location = 1) out vec4 normal;

vec3 season_color(float t) {
  const vec3 colors[6] = vec3[](vec3(0.09, 0.17, 0.03), vec3(0.24, 0.29, 0.04), vec3(0.66, 0.44, 0.05),
                                vec3(0.62, 0.22, 0.025), vec3(0.42, 0.055, 0.025), vec3(0.17, 0.085, 0.04));
  float at = clamp(t, 0.0, 0.999) * 5.0;
  int i = int(at);
  return mix(colors[i], colors[i + 1], at - float(i));
}

// Share that a line of half width w covers of a pixel of this footprint at distance d.
float line(float d, float w, float footprint) {
  return smoothstep(w + footprint, max(w - footprint, 0.0), abs(d)) * min(w / max(footprint, 1e-5), 1.0);
}

void main() {
  LeafLook look = params.p;
  vec3 own = hash_unit(ivec2(instance, 61), look.seed);
  vec2 wide = fwidth(uv);
  float variety = look.color.w;
  float mottled = fractal_noise(local_position.xz * 7.0 + 31.0 * own.xy,
                                7.0 * max(fwidth(local_position.x), fwidth(local_position.z)), 3, look.seed + instance);
  vec3 color;
  float roughness = 0.55, occlusion = 1.0;
  if (look.shape == leaf_shape_leaf) {
    float rim = abs(uv.y) * abs(uv.y);
    float aged = look.season + variety * 0.75 * (own.x - 0.5) + 0.22 * (mottled - 0.5) + 0.10 * rim;
    color = season_color(aged) * (0.75 + 0.5 * own.y) * (0.8 + 0.4 * mottled);
    float middle = line(uv.y, 0.05, wide.y);
    float ribs = line(fract(uv.x * 9.0 - abs(uv.y) * 1.8) - 0.5, 0.07, wide.x * 9.0);
    color = mix(color, color * 1.5 + 0.03, 0.7 * middle + 0.35 * ribs);
    roughness = 0.42;
  } else if (look.shape == leaf_shape_petal) {
    color = look.color.rgb * mix(1.0, 0.8 + 0.4 * own.x, variety);
    color = mix(color, vec3(0.85, 0.80, 0.78), 0.6 * smoothstep(0.1, 0.9, uv.x));
  } else {
    color = look.color.rgb * mix(1.0, 0.7 + 0.6 * own.x, variety) * (0.7 + 0.6 * mottled);
    float veins = line(fract(uv.x * 16.0) - 0.5, 0.05, wide.x * 16.0) * smoothstep(0.05, 0.3, uv.y);
    color = mix(color, color * 1.45, 0.6 * veins);
    color = mix(color, color * vec3(1.5, 0.75, 0.6), variety * own.y * smoothstep(0.80, 1.0, uv.y));
    roughness = 0.30;
  }
  vec3 n = normalize(world_normal);
  occlusion = n.y > 0.0 ? 1.0 : 0.5;
  albedo = vec4(clamp(color, 0.0, 1.0), occlusion);
  normal = vec4(n, roughness);
}

// Terrain: sand by the water, grass on what is flat, rock where it is steep or high, darker and smoother where wet.
// Patterns are noise in space, so that cliffs show them as well as meadows do.
#include "passes/gbuffer.h"
#include "passes/ground.h"
#include "lib/gbuffer.glsl"
#include "lib/noise3.glsl"

layout(push_constant, scalar) uniform Params { GBufferParams p; } params;
layout(binding = 4, scalar) uniform GroundBlock { GroundLook look; } ground;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;

struct Cover {
  vec3 albedo;
  vec3 bend;  // gradient of the small relief, per metre of the pattern
  float roughness, occlusion;
};

Cover rock_cover(vec3 q, float width, vec3 color, int seed) {
  vec4 bulk = fractal_noise3(q * 1.3, width * 1.3, 6, seed);
  // Beds that the rock was laid in, bent a little.
  vec3 layers = vec3(0.5, 4.6, 0.5);
  vec4 bed = fractal_noise3(layers * q + 1.3 * bulk.x, width * layers.y, 4, seed + 7);
  vec4 grain = fractal_noise3(q * 13.0, width * 13.0, 3, seed + 13);
  Cover c;
  c.albedo = color * (0.55 + 0.6 * bulk.x + 0.5 * (bed.x - 0.5) + 0.5 * (grain.x - 0.5));
  c.albedo *= mix(vec3(1.06, 0.99, 0.90), vec3(0.95, 1.0, 1.05), smoothstep(0.3, 0.7, bed.x));
  c.bend = 2.2 * bulk.yzw + 0.5 * layers * bed.yzw + 0.08 * 13.0 * grain.yzw;
  c.roughness = 0.9 - 0.15 * bed.x;
  c.occlusion = 0.6 + 0.4 * smoothstep(0.25, 0.6, bulk.x);
  return c;
}

Cover grass_cover(vec3 q, float width, vec3 color, int seed) {
  vec4 patches = fractal_noise3(q * 0.35, width * 0.35, 3, seed);
  vec4 tufts = fractal_noise3(q * 4.5, width * 4.5, 3, seed + 5);
  vec4 blades = fractal_noise3(q * vec3(29.0, 7.0, 29.0), width * 29.0, 2, seed + 9);
  Cover c;
  c.albedo = mix(color, color * vec3(1.5, 1.2, 0.8), smoothstep(0.42, 0.7, patches.x));
  c.albedo *= 0.45 + 0.75 * tufts.x + 0.35 * (blades.x - 0.5);
  c.bend = 0.5 * tufts.yzw + 0.05 * blades.yzw;
  c.roughness = 0.95;
  c.occlusion = 0.65 + 0.35 * tufts.x;
  return c;
}

Cover sand_cover(vec3 q, float width, vec3 color, int seed) {
  vec4 drifts = fractal_noise3(q * 0.8, width * 0.8, 3, seed);
  vec4 grains = fractal_noise3(q * 37.0, width * 37.0, 2, seed + 5);
  vec4 pebbles = value_noise3(q * 6.0, seed + 8);
  float pebble = smoothstep(0.80, 0.86, pebbles.x) * clamp(1.5 - 9.0 * width, 0.0, 1.0);
  Cover c;
  c.albedo = color * (0.85 + 0.3 * drifts.x + 0.3 * (grains.x - 0.5));
  c.albedo = mix(c.albedo, vec3(0.35, 0.33, 0.31) * (0.6 + 0.8 * drifts.x), pebble);
  c.bend = 0.3 * drifts.yzw + 0.01 * grains.yzw - 0.12 * pebble * pebbles.yzw;
  c.roughness = 0.92 - 0.3 * pebble;
  c.occlusion = 0.9 + 0.1 * drifts.x;
  return c;
}

Cover blend(Cover a, Cover b, float t) {
  return Cover(mix(a.albedo, b.albedo, t), mix(a.bend, b.bend, t), mix(a.roughness, b.roughness, t),
               mix(a.occlusion, b.occlusion, t));
}

void main() {
  GroundLook look = ground.look;
  vec3 footprint = fwidth(local_position);
  if (clipped) {
    if (!inside_a_box(local_position)) discard;
  }
  vec3 n = normalize(local_normal);
  vec3 q = local_position / look.wet.z;
  float width = max(footprint.x, max(footprint.y, footprint.z)) / look.wet.z;
  int seed = params.p.seed;
  vec4 uneven = fractal_noise3(q * 0.6, width * 0.6, 6, seed + 40);
  float ragged = uneven.x - 0.5;
  // Tops and steep places are bare; sand lies where water reaches, unless it is steep.
  float steep = 1.0 - smoothstep(look.rock.w - 0.035, look.rock.w + 0.035, n.y + 0.5 * ragged);
  float high = smoothstep(-0.5, 0.5, (local_position.y - look.grass.w) / look.wet.z + 4.0 * ragged);
  float low = 1.0 - smoothstep(-0.15, 0.15, (local_position.y - look.sand.w) / look.wet.z + 0.9 * ragged);
  Cover c = grass_cover(q, width, look.grass.rgb, seed);
  if (low > 0.0) c = blend(c, sand_cover(q, width, look.sand.rgb, seed + 60), low);
  float bare = max(steep, high);
  if (bare > 0.0) c = blend(c, rock_cover(q, width, look.rock.rgb, seed + 80), bare);
  float wet = 1.0 - smoothstep(0.0, look.wet.y, local_position.y - look.wet.x + look.wet.y * 0.8 * ragged);
  albedo = vec4(c.albedo * mix(1.0, 0.5, wet), c.occlusion);
  vec3 bend = 0.16 * c.bend;
  vec3 bent = normalize(n - bend + n * dot(bend, n));
  normal = vec4(bent, mix(c.roughness, 0.3, wet));
}

// Terrain: sand near water, grass on flat ground, rock on steep or high ground; darker and smoother where wet.
// Patterns are 3D noise, so cliffs are not stretched.
#pragma variants SUBMERGED?
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/ground.h"
#include "deferred/gbuffer.glsl"
#include "passes/deferred/water_levels.h"
#include "passes/deferred/wetness.h"
#ifndef SUBMERGED
layout(binding = 8, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 9) uniform sampler2D level_map;
#endif
#include "lib/levels.glsl"

layout(push_constant, scalar) uniform Params { GBufferParams p; } params;
layout(binding = 4, scalar) uniform GroundBlock { GroundLook look; } ground;

layout(binding = 5) uniform sampler3D noise;
layout(binding = 6) uniform sampler2D wetness;
layout(constant_id = 20) const bool has_wet_up_to = false;
layout(binding = 10) uniform sampler2D wet_up_to;

layout(location = 0) in vec3 local_position;
layout(location = 1) in vec3 local_normal;
layout(location = 2) in vec2 uv;

struct Cover {
  vec3 albedo;
  vec3 bend;  // gradient of the small relief, per meter of the pattern
  float roughness, occlusion;
};

#include "deferred/ground_cover.glsl"

Cover rock_cover(Grains g, vec3 q, float width, vec3 color) {
  vec4 bulk = 0.8 * g.bulk + 0.2 * g.middle;
  // Beds that the rock was laid in, bent a little.
  vec3 layers = vec3(0.5, 4.6, 0.5);
  vec4 bed = ground_noise(noise, layers * q + 1.3 * bulk.x, width * layers.y);
  // Pale lichen in places.
  float lichen = smoothstep(0.56, 0.66, g.fine.x) * smoothstep(0.50, 0.62, 0.5 * (g.wide.x + g.middle.x));
  float grain = 0.9 * (g.fine.x - 0.5) + 0.9 * (g.grain.x - 0.5);
  Cover c;
  c.albedo = color * (0.38 + 0.95 * bulk.x + 0.5 * (bed.x - 0.5) + grain);
  c.albedo *= mix(vec3(1.06, 0.99, 0.90), vec3(0.95, 1.0, 1.05), smoothstep(0.3, 0.7, bed.x));
  c.albedo = max(mix(c.albedo, color * vec3(1.25, 1.28, 1.1), 0.5 * lichen), 0.02 * color);
  c.bend = 2.2 * bulk.yzw + 0.4 * layers * bed.yzw + 0.16 * g.fine.yzw + 0.03 * g.grain.yzw;
  c.roughness = 0.9 - 0.15 * bed.x;
  c.occlusion = 0.6 + 0.4 * smoothstep(0.25, 0.6, bulk.x);
  return c;
}

Cover grass_cover(Grains g, vec3 color) {
  Cover c;
  c.albedo = grass_color(g, color);
  c.albedo *= 0.58 + 0.45 * g.middle.x + 0.6 * (g.fine.x - 0.5);
  c.bend = 0.3 * g.middle.yzw + 0.06 * g.fine.yzw;
  c.roughness = 0.95;
  c.occlusion = 0.65 + 0.35 * g.middle.x;
  return c;
}

Cover sand_cover(Grains g, float width, vec3 color) {
  // Stones half sunk in it, of its own kind of rock: round by their relief, mottled, each a little darker or lighter.
  float pebble = smoothstep(0.64, 0.70, g.middle.x) * clamp(1.5 - 9.0 * width, 0.0, 1.0);
  Cover c;
  c.albedo = color * (0.85 + 0.3 * g.bulk.x + 0.3 * (g.fine.x - 0.5) + 0.7 * (g.grain.x - 0.5));
  c.albedo = mix(c.albedo, color * vec3(0.80, 0.78, 0.76) * (0.5 + 0.7 * g.bulk.x + 0.9 * (g.fine.x - 0.5)), pebble);
  c.bend = 0.3 * g.bulk.yzw + 0.01 * g.fine.yzw + 0.012 * g.grain.yzw - pebble * (0.3 * g.middle.yzw - 0.03 * g.fine.yzw);
  c.roughness = 0.92 - 0.3 * pebble;
  c.occlusion = 0.9 + 0.1 * g.bulk.x;
  return c;
}

Cover blend(Cover a, Cover b, float t) {
  return Cover(mix(a.albedo, b.albedo, t), mix(a.bend, b.bend, t), mix(a.roughness, b.roughness, t),
               mix(a.occlusion, b.occlusion, t));
}

// World y up to which a place is wet where no traces of water are known: the scene's, and what each water there laps over.
// in_water: whether the place lies under one.
const float laps = 0.03;
float level_over(vec3 p, float usual, out bool in_water) {
  float top = usual;
  in_water = false;
  for (int i = 0; i < waters; ++i) {
    if (water_beside(i, p.xz) > 0.0) continue;
    vec4 column = water_column(i, p.xz);
    if (!is_level(i, column)) continue;
    top = max(top, column.x + laps);
    in_water = in_water || p.y < column.x - film_over(levels.w.of[i], column.yz);
  }
  return top;
}

// Likewise where traces are known: what water reached, from the map's texels around that hold any.
float reached_over(vec2 uv) {
  if (!has_wet_up_to) return 1e9;
  ivec2 last = textureSize(wet_up_to, 0) - 1;
  vec2 at = uv * vec2(last + 1) - 0.5, low = floor(at), f = at - low;
  float sum = 0.0, weights = 0.0;
  for (int k = 0; k < 4; ++k) {
    ivec2 from = ivec2(k & 1, k >> 1);
    float depth = texelFetch(wet_up_to, clamp(ivec2(low) + from, ivec2(0), last), 0).r;
    vec2 w = mix(1.0 - f, f, vec2(from));
    float weight = depth > 0.0 ? w.x * w.y : 0.0;
    sum += weight * wet_height(depth);
    weights += weight;
  }
  return weights > 0.0 ? sum / weights + laps : -1e9;
}

// 1 up to a height, 0 from look.wet.y over it on.
float share_under(float top, float y, float ragged, GroundLook look) {
  return 1.0 - smoothstep(0.0, look.wet.y, y - top + look.wet.y * 0.8 * ragged);
}

void main() {
  GroundLook look = ground.look;
  float along_x = camera.c.jitter.w * length(dFdx(local_position));
  float along_y = camera.c.jitter.w * length(dFdy(local_position));
  float longer = max(along_x, along_y);
  if (!is_drawn(local_position)) discard;
  vec3 n = normalize(local_normal);
  vec3 q = local_position / look.wet.z;
  float width = sqrt(longer * max(min(along_x, along_y), 0.25 * longer)) / look.wet.z;
  Grains g = grains_at(q, width);
  Shares shares = shares_at(g, look, local_position.y, n);
  float ragged = shares.ragged, low = shares.low;
  Cover c = blend(grass_cover(g, look.grass.rgb), sand_cover(g, width, look.sand.rgb), low);
  // Nothing grows where water stands or ran a moment ago: it leaves silt.
  vec2 beyond = max(abs(uv - 0.5) - 0.5, 0.0);
  vec2 known = textureLod(wetness, uv, 0.0).xy * (1.0 - smoothstep(0.0, 0.02, max(beyond.x, beyond.y)));
  float reached = share_under(reached_over(uv), local_position.y, ragged, look);
  float silt = known.y * reached * smoothstep(0.25, 0.8, known.x + 0.5 * ragged);
  c = blend(c, sand_cover(g, width, 0.75 * look.sand.rgb), 0.85 * smoothstep(0.4, 1.0, 1.0 - low) * silt);
  c = blend(c, rock_cover(g, q, width, look.rock.rgb), shares.bare);
  // Waters that leave traces say what is wet; elsewhere all is up to a height.
  bool in_water;
  float top = level_over(local_position, look.wet.x, in_water);
  float band = share_under(top, local_position.y, ragged, look);
  float left = smoothstep(0.1, 0.6, known.x + (0.5 * ragged + 0.25 * (g.middle.x - 0.5)) * (1.0 - known.x));
  float wet = mix(band, left * reached, known.y);
  // Wet ground scatters forward more [Twomey et al. 1986], and a film over it in air mirrors back down what it sends up
  // [Lekner and Dorf 1988]; what lies in water is lit with the latter.
  float wet_albedo = in_water ? 0.75 : 0.5;
  albedo = vec4(c.albedo * mix(1.0, wet_albedo, wet), c.occlusion);
  vec3 bend = 0.16 * c.bend;
  vec3 bent = normalize(n - bend + n * dot(bend, n));
  normal = vec4(bent, mix(c.roughness, 0.3, wet));
}

// Terrain: sand by the water, grass on what is flat, rock where it is steep or high, darker and smoother where wet.
// Patterns are noise in space, so that cliffs show them as well as meadows do.
#pragma variants SUBMERGED?
#include "passes/deferred/gbuffer.h"
#include "passes/deferred/ground.h"
#include "deferred/gbuffer.glsl"
#include "deferred/ground_noise.glsl"
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

// Noise of growing fineness, turned against each other so that the tile's axes do not show. q in patterns' meters.
struct Grains {
  vec4 wide, bulk, middle, fine;  // wavelengths from 4, 1, 0.23 and 0.055 down; gradients per meter
};
const mat3 turn_1 = mat3(0.36, 0.48, -0.8, -0.8, 0.6, 0.0, 0.48, 0.64, 0.6);
const mat3 turn_2 = mat3(0.8, 0.0, 0.6, 0.36, 0.8, -0.48, -0.48, 0.6, 0.64);

vec4 turned_noise(mat3 turn, vec3 q, float width, float scale) {
  vec4 n = ground_noise(noise, turn * q * scale, width * scale);
  return vec4(n.x, scale * (n.yzw * turn));
}

Grains grains_at(vec3 q, float width) {
  Grains g;
  g.wide = turned_noise(turn_2, q, width, 0.27);
  g.bulk = ground_noise(noise, q, width);
  g.middle = turned_noise(turn_1, q, width, 4.4);
  g.fine = turned_noise(turn_2, q + 3.7, width, 18.0);
  return g;
}

Cover rock_cover(Grains g, vec3 q, float width, vec3 color) {
  vec4 bulk = 0.8 * g.bulk + 0.2 * g.middle;
  // Beds that the rock was laid in, bent a little.
  vec3 layers = vec3(0.5, 4.6, 0.5);
  vec4 bed = ground_noise(noise, layers * q + 1.3 * bulk.x, width * layers.y);
  Cover c;
  c.albedo = color * (0.38 + 0.95 * bulk.x + 0.5 * (bed.x - 0.5) + 0.5 * (g.fine.x - 0.5));
  c.albedo *= mix(vec3(1.06, 0.99, 0.90), vec3(0.95, 1.0, 1.05), smoothstep(0.3, 0.7, bed.x));
  c.bend = 2.2 * bulk.yzw + 0.4 * layers * bed.yzw + 0.1 * g.fine.yzw;
  c.roughness = 0.9 - 0.15 * bed.x;
  c.occlusion = 0.6 + 0.4 * smoothstep(0.25, 0.6, bulk.x);
  return c;
}

Cover grass_cover(Grains g, vec3 color) {
  Cover c;
  c.albedo = mix(color, color * vec3(1.5, 1.2, 0.8), smoothstep(0.42, 0.7, g.wide.x));
  c.albedo *= 0.45 + 0.75 * g.middle.x + 0.35 * (g.fine.x - 0.5);
  c.bend = 0.5 * g.middle.yzw + 0.05 * g.fine.yzw;
  c.roughness = 0.95;
  c.occlusion = 0.65 + 0.35 * g.middle.x;
  return c;
}

Cover sand_cover(Grains g, float width, vec3 color) {
  // Stones half sunk in it, of its own kind of rock: round by their relief, mottled, each a little darker or lighter.
  float pebble = smoothstep(0.64, 0.70, g.middle.x) * clamp(1.5 - 9.0 * width, 0.0, 1.0);
  Cover c;
  c.albedo = color * (0.85 + 0.3 * g.bulk.x + 0.3 * (g.fine.x - 0.5));
  c.albedo = mix(c.albedo, color * vec3(0.80, 0.78, 0.76) * (0.5 + 0.7 * g.bulk.x + 0.9 * (g.fine.x - 0.5)), pebble);
  c.bend = 0.3 * g.bulk.yzw + 0.01 * g.fine.yzw - pebble * (0.3 * g.middle.yzw - 0.03 * g.fine.yzw);
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
  float ragged = 0.3 * g.wide.x + 0.6 * g.bulk.x + 0.1 * g.middle.x - 0.5;
  // Tops and steep places are bare; sand lies where water reaches, unless it is steep.
  float steep = 1.0 - smoothstep(look.rock.w - 0.035, look.rock.w + 0.035, n.y + 0.5 * ragged);
  float high = smoothstep(-0.5, 0.5, (local_position.y - look.grass.w) / look.wet.z + 4.0 * ragged);
  float low = 1.0 - smoothstep(-0.15, 0.15, (local_position.y - look.sand.w) / look.wet.z + 0.9 * ragged);
  float bare = max(steep, high);
  Cover c = blend(grass_cover(g, look.grass.rgb), sand_cover(g, width, look.sand.rgb), low);
  // Nothing grows where water stands or ran a moment ago: it leaves silt.
  vec2 beyond = max(abs(uv - 0.5) - 0.5, 0.0);
  vec2 known = textureLod(wetness, uv, 0.0).xy * (1.0 - smoothstep(0.0, 0.02, max(beyond.x, beyond.y)));
  float reached = share_under(reached_over(uv), local_position.y, ragged, look);
  float silt = known.y * reached * smoothstep(0.25, 0.8, known.x + 0.5 * ragged);
  c = blend(c, sand_cover(g, width, 0.75 * look.sand.rgb), 0.85 * smoothstep(0.4, 1.0, 1.0 - low) * silt);
  c = blend(c, rock_cover(g, q, width, look.rock.rgb), bare);
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

// Ground cover: noise of its patterns, and the shares of sand, grass and rock.
#ifndef SHADERS_DEFERRED_GROUND_COVER_GLSL
#define SHADERS_DEFERRED_GROUND_COVER_GLSL
#include "passes/deferred/ground.h"
#include "deferred/ground_noise.glsl"

// Noise of growing fineness, turned against each other so that the tile's axes do not show. q in patterns' meters.
struct Grains {
  vec4 wide, bulk, middle, fine, grain;  // wavelengths from 4, 1, 0.23, 0.055 and 0.013 down; gradients per meter
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
  g.grain = turned_noise(turn_1, q + 1.9, width, 75.0);
  return g;
}

struct Shares {
  float ragged;  // of borders between covers, around 0
  float low;     // sand
  float bare;    // rock, over the other two
};

// Tops and steep places are bare; sand lies where water reaches, unless it is steep. y: world; n: unit normal.
Shares shares_at(Grains g, GroundLook look, float y, vec3 n) {
  Shares s;
  s.ragged = 0.3 * g.wide.x + 0.6 * g.bulk.x + 0.1 * g.middle.x - 0.5;
  float steep = 1.0 - smoothstep(look.rock.w - 0.035, look.rock.w + 0.035, n.y + 0.5 * s.ragged);
  float high = smoothstep(-0.5, 0.5, (y - look.grass.w) / look.wet.z + 4.0 * s.ragged);
  s.low = 1.0 - smoothstep(-0.15, 0.15, (y - look.sand.w) / look.wet.z + 0.9 * s.ragged);
  s.bare = max(steep, high);
  return s;
}

vec3 grass_color(Grains g, vec3 color) { return mix(color, color * vec3(1.5, 1.2, 0.8), smoothstep(0.42, 0.7, g.wide.x)); }

#endif

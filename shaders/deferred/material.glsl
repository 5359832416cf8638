// Procedural materials in the mesh's own space, in meters. Antialiased analytically: edges are box-filtered over the
// pixel's footprint, and detail fades before it becomes smaller than a pixel.
#ifndef SHADERS_DEFERRED_MATERIAL_GLSL
#define SHADERS_DEFERRED_MATERIAL_GLSL
#include "lib/noise.glsl"
#include "passes/deferred/gbuffer.h"

struct Material {
  vec3 albedo;
  float roughness;
  vec3 normal;            // in the mesh's space
  float occlusion;
};

// Share of [x - w/2, x + w/2] that joints of width g, centered on whole numbers, cover.
float joint_integral(float x, float g) { return floor(x) * g + min(fract(x), g); }
float joint_share(float x, float w, float g) {
  w = max(w, 1e-4);
  float s = x + 0.5 * g;
  return clamp((joint_integral(s + 0.5 * w, g) - joint_integral(s - 0.5 * w, g)) / w, 0.0, 1.0);
}

// Mean over [x - w/2, x + w/2] of a square wave of period 2 that is +1 on [0, 1) and -1 on [1, 2).
float square_integral(float x) { return 1.0 - abs(2.0 * fract(0.5 * x) - 1.0); }
float square_mean(float x, float w) {
  w = max(w, 1e-4);
  return (square_integral(x + 0.5 * w) - square_integral(x - 0.5 * w)) / w;
}

// Rounded edges of a tile: the slope of its surface over f in [0, 1] across the tile.
vec2 bevel(vec2 f) {
  vec2 d = 2.0 * f - 1.0;
  vec2 d4 = d * d * d * d;
  return d4 * d4 * d4 * d;
}

void tiles(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  const float joint = 0.045;
  float share = 1.0 - (1.0 - joint_share(q.x, w.x, joint)) * (1.0 - joint_share(q.y, w.y, joint));
  ivec2 id = ivec2(floor(q));
  vec3 random = hash_unit(id, p.seed);
  float near = clamp(1.5 - 2.0 * max(w.x, w.y), 0.0, 1.0);
  float shade = 1.0 + near * (0.22 * (random.x - 0.5) + 0.10 * (value_noise(q * 2.3, p.seed + 7) - 0.5));
  vec3 glaze = p.color.rgb * shade;
  glaze = mix(glaze, glaze.brg, near * 0.08 * (random.y - 0.5) * (random.y > 0.8 ? 3.0 : 1.0));
  m.albedo = mix(glaze, p.color2.rgb, share);
  m.roughness = mix(p.color.w, 0.85, share);
  slope = near * ((random.yz - 0.5) * 0.035 + 0.22 * bevel(fract(q)) * (1.0 - share));
  m.occlusion = 1.0 - 0.25 * share;
}

void stone(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  const float joint = 0.018;
  float row = floor(q.y);
  vec2 shifted = vec2(q.x / 1.5 + 0.37 * row, q.y);
  vec2 sw = vec2(w.x / 1.5, w.y);
  float share = 1.0 - (1.0 - joint_share(shifted.x, sw.x, joint / 1.5)) * (1.0 - joint_share(q.y, w.y, joint));
  vec3 random = hash_unit(ivec2(floor(shifted)), p.seed);
  float width = max(w.x, w.y);
  float cloudy = fractal_noise(q * 1.7 + 31.0 * random.xy, width * 1.7, 3, p.seed + 11);
  float grain = fractal_noise(q * vec2(9.0, 26.0) + 17.0 * random.yz, max(w.x * 9.0, w.y * 26.0), 2, p.seed + 23);
  float near = clamp(1.5 - 1.5 * width, 0.0, 1.0);
  float shade = 1.0 + 0.20 * near * (random.x - 0.5) + 0.45 * (cloudy - 0.5) + 0.22 * (grain - 0.5);
  vec3 tint = mix(vec3(1.0), vec3(1.04, 0.98, 0.90), cloudy);
  m.albedo = mix(p.color.rgb * shade * tint, p.color2.rgb, share);
  m.roughness = mix(p.color.w + 0.25 * (0.5 - grain), 0.95, share);
  slope = near * ((random.zy - 0.5) * 0.02 + 0.10 * bevel(vec2(fract(shifted.x), fract(q.y))));
  m.occlusion = 1.0 - 0.4 * share;
}

void planks(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  const float joint = 0.05;
  float board = floor(q.y);
  float shift = hash_unit(ivec2(int(board), 3), p.seed).x;
  vec2 end = vec2(q.x / 16.0 + shift, q.y);
  float share = 1.0 - (1.0 - joint_share(q.y, w.y, joint)) * (1.0 - joint_share(end.x, w.x / 16.0, joint / 16.0));
  vec3 random = hash_unit(ivec2(floor(end)), p.seed);
  vec2 along = vec2(q.x * 0.35, q.y * 5.0) + 40.0 * random.xy;
  float width = max(w.x * 0.35, w.y * 5.0);
  float wave = fractal_noise(along * vec2(0.6, 0.25), width * 0.5, 2, p.seed + 5);
  float grain = fractal_noise(along + vec2(0.0, 3.0 * wave), width, 3, p.seed + 9);
  float near = clamp(1.5 - 2.0 * max(w.x / 16.0, w.y), 0.0, 1.0);
  float shade = 1.0 + 0.35 * near * (random.z - 0.5) + 0.75 * (grain - 0.5) + 0.25 * (wave - 0.5);
  m.albedo = mix(p.color.rgb * shade, p.color2.rgb, share);
  m.roughness = mix(p.color.w + 0.2 * (grain - 0.5), 0.95, share);
  slope = near * vec2(0.0, 0.12 * bevel(vec2(0.5, fract(q.y))).y);
  m.occlusion = 1.0 - 0.7 * share;
}

void checker(GBufferParams p, vec2 q, vec2 w, inout Material m) {
  float sign_mean = square_mean(q.x, w.x) * square_mean(q.y, w.y);
  m.albedo = mix(p.color2.rgb, p.color.rgb, 0.5 + 0.5 * sign_mean);
}

// A bed of pebbles: cells around scattered middles [Worley 1996], each a stone of its own tone, rounded off to the gaps.
void pebbles(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  vec2 cell = floor(q);
  vec2 to_first = vec2(0.0);
  float first = 8.0, second = 8.0;
  ivec2 id = ivec2(0);
  for (int j = -1; j <= 1; ++j) {
    for (int i = -1; i <= 1; ++i) {
      ivec2 other = ivec2(cell) + ivec2(i, j);
      vec3 r = hash_unit(other, p.seed);
      vec2 d = vec2(other) + 0.5 + 0.82 * (r.xy - 0.5) - q;
      d = mat2(1.0, 0.25 * (r.z - 0.5), 0.25 * (r.z - 0.5), 1.0) * d;
      float far = length(d) * (0.85 + 0.3 * r.z);
      if (far < first) {
        second = first;
        first = far;
        to_first = d;
        id = other;
      } else {
        second = min(second, far);
      }
    }
  }
  float width = max(w.x, w.y);
  float near = clamp(1.5 - 1.2 * width, 0.0, 1.0);
  vec3 random = hash_unit(id, p.seed + 3), more = hash_unit(id, p.seed + 4);
  float rim = smoothstep(0.02 - width, 0.16 + width, second - first);
  float speckle = fractal_noise(q * 7.0 + 19.0 * random.xy, width * 7.0, 2, p.seed + 11);
  vec3 tone = p.color.rgb * (0.70 + 0.62 * random.x);
  vec3 hue = random.y < 0.3 ? vec3(1.16, 0.98, 0.82) : random.y > 0.85 ? vec3(0.90, 0.98, 1.04) : vec3(1.03, 1.0, 0.95);
  tone *= mix(vec3(1.0), hue, 0.9);
  if (more.x > 0.95) tone = mix(tone, vec3(0.55, 0.53, 0.49), 0.6);
  tone *= 0.85 + 0.3 * speckle;
  m.albedo = mix(mix(p.color.rgb * 0.93, p.color2.rgb, 0.25), mix(p.color2.rgb, tone, rim), near);
  m.roughness = mix(0.95, p.color.w, rim);
  slope = -near * rim * 1.1 * to_first * smoothstep(0.05, 0.6, first);
  m.occlusion = mix(0.85, 0.35 + 0.65 * smoothstep(0.0, 0.35, second - first), near);
}

// Brickwork in running bond: courses 0.29 of a brick's length high, each brick of its own tone, the mortar set back.
void bricks(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  const float course = 0.29, joint = 0.045;
  vec2 at = vec2(q.x, q.y / course), aw = vec2(w.x, w.y / course);
  at.x += 0.5 * floor(at.y);
  float share = 1.0 - (1.0 - joint_share(at.x, aw.x, joint)) * (1.0 - joint_share(at.y, aw.y, joint / course));
  vec3 random = hash_unit(ivec2(floor(at)), p.seed);
  float width = max(w.x, w.y), near = clamp(1.5 - 1.5 * max(aw.x, aw.y), 0.0, 1.0);
  float weather = fractal_noise(q * 0.35, width * 0.35, 3, p.seed + 3);
  float grain = fractal_noise(q * 16.0 + 9.0 * random.xy, width * 16.0, 3, p.seed + 11);
  float tone = 1.0 + near * (0.55 * (random.x - 0.5) - (random.y > 0.88 ? 0.35 : 0.0)) + 0.5 * (grain - 0.5) + 0.5 * (weather - 0.5);
  vec3 hue = mix(vec3(1.0), vec3(0.86, 1.05, 1.12), near * random.z * random.z);
  m.albedo = mix(p.color.rgb * tone * hue, p.color2.rgb * (0.75 + 0.5 * grain), share);
  m.roughness = mix(p.color.w, 0.97, share);
  slope = near * (0.16 * bevel(fract(at)) * (1.0 - share) + 0.05 * (random.zx - 0.5));
  m.occlusion = 1.0 - 0.45 * share;
}

// Plaster that weather has worn: clouds of tone, streaks of what runs down it, and the marks of the trowel.
void plaster(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  float width = max(w.x, w.y);
  float clouds = fractal_noise(q * 1.3, width * 1.3, 4, p.seed + 3);
  float streaks = fractal_noise(q * vec2(5.0, 0.35), max(w.x * 5.0, w.y * 0.35), 3, p.seed + 5);
  float grain = fractal_noise(q * 55.0, width * 55.0, 3, p.seed + 9);
  float trowel = fractal_noise(q * vec2(9.0, 14.0), max(w.x * 9.0, w.y * 14.0), 3, p.seed + 17);
  float worn = smoothstep(0.50, 0.72, 0.62 * clouds + 0.38 * streaks);
  float tone = 1.0 + 0.22 * (clouds - 0.5) + 0.16 * (trowel - 0.5) + 0.14 * (grain - 0.5);
  m.albedo = mix(p.color.rgb, p.color2.rgb, 0.75 * worn) * tone;
  m.roughness = p.color.w;
  slope = 0.35 * vec2(trowel - 0.5, grain - 0.5) * clamp(1.0 - 9.0 * width, 0.0, 1.0);
  m.occlusion = 1.0 - 0.12 * worn;
}

// Barrel tiles: columns of half rounds along the slope, rows that overlap, each tile of its own tone.
void roof(GBufferParams p, vec2 q, vec2 w, inout Material m, inout vec2 slope) {
  vec2 at = vec2(q.x, q.y / 1.7), aw = vec2(w.x, w.y / 1.7);
  vec3 random = hash_unit(ivec2(floor(at)), p.seed);
  float near = clamp(1.5 - 1.7 * max(aw.x, aw.y), 0.0, 1.0);
  float across = 2.0 * fract(at.x) - 1.0, along = fract(at.y);
  float valley = mix(0.3, smoothstep(0.62, 0.98, abs(across)), near);
  float lip = near * smoothstep(0.14 + aw.y, 0.0, along);
  float weather = fractal_noise(q * 0.22, max(w.x, w.y) * 0.22, 3, p.seed + 3);
  float grain = fractal_noise(q * 12.0 + 7.0 * random.xy, max(w.x, w.y) * 12.0, 2, p.seed + 11);
  float tone = 1.0 + near * 0.6 * (random.x - 0.5) + 0.7 * (weather - 0.5) + 0.3 * (grain - 0.5);
  vec3 hue = mix(vec3(1.0), vec3(0.85, 1.02, 1.05), near * random.y);
  m.albedo = mix(p.color.rgb * tone * hue, p.color2.rgb, clamp(0.75 * valley + 0.5 * lip, 0.0, 0.9));
  slope = near * vec2(0.9 * across * (1.0 - valley), 0.12 * (along - 0.5));
  m.occlusion = 1.0 - 0.6 * valley;
}

// MaterialSettings::Pattern of all that a node draws: drivers of the CPU work out every branch that is not a constant's.
layout(constant_id = 22) const int pattern = 0;

// footprint: how far position changes over a pixel, per axis.
// The pattern lies in the plane that the normal faces most; x runs along the longer words of the pattern (boards).
Material make_material(GBufferParams p, vec3 position, vec3 normal, vec3 footprint) {
  Material m = Material(p.color.rgb, p.color.w, normal, 1.0);
  if (pattern == 0) return m;
  vec3 a = abs(normal);
  vec3 u = vec3(1.0, 0.0, 0.0), v = vec3(0.0, 0.0, 1.0);
  if (a.x > a.y && a.x > a.z) {
    u = vec3(0.0, 0.0, 1.0);
    v = vec3(0.0, 1.0, 0.0);
  } else if (a.z > a.y) {
    v = vec3(0.0, 1.0, 0.0);
  } else if (pattern == 8 && a.x > a.z) {  // tiles of a roof run down its slope
    u = vec3(0.0, 0.0, 1.0);
    v = vec3(1.0, 0.0, 0.0);
  }
  vec2 q = vec2(dot(position, u), dot(position, v)) / p.color2.w;
  vec2 w = vec2(dot(footprint, u), dot(footprint, v)) / p.color2.w;
  vec2 slope = vec2(0.0);
  if (pattern == 1) tiles(p, q, w, m, slope);
  else if (pattern == 2) planks(p, q, w, m, slope);
  else if (pattern == 3) stone(p, q, w, m, slope);
  else if (pattern == 5) pebbles(p, q, w, m, slope);
  else if (pattern == 6) bricks(p, q, w, m, slope);
  else if (pattern == 7) plaster(p, q, w, m, slope);
  else if (pattern == 8) roof(p, q, w, m, slope);
  else checker(p, q, w, m);
  m.normal = normalize(normal + slope.x * u + slope.y * v);
  return m;
}

#endif

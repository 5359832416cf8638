// The map of passes/water/flow_detail.h carried along a velocity.
#ifndef LIB_FLOW_DETAIL_GLSL
#define LIB_FLOW_DETAIL_GLSL
#include "passes/water/flow_detail.h"

// One layer and the one half a period on, at a place.
struct FlowLayers {
  vec2 weight;
  vec2 age;           // seconds since the middle of each one's period
  vec2 start_a, start_b;  // where on the map they began
};

FlowLayers flow_layers(vec2 xz, float time) {
  // Places change layers at different moments.
  float shift = 0.3 * (sin(1.31 * xz.x + 0.73 * xz.y) + sin(0.87 * xz.y - 1.13 * xz.x));
  vec2 a = flow_phase(time, shift), b = flow_phase(time, shift + 0.5);
  FlowLayers l;
  l.weight = flow_weights(a.x);
  l.age = (vec2(a.x, b.x) - 0.5) * flow_period;
  l.start_a = fract(a.y * vec2(0.7548777, 0.5698403));
  l.start_b = fract(b.y * vec2(0.7548777, 0.5698403) + vec2(0.37, 0.71));
  return l;
}

// Between mips for a part of the way only: where a whole group of pixels has a whole number, drivers read one level.
float quick_lod(float texels) {
  float lod = log2(max(texels, 1.0));
  return floor(lod) + clamp(2.5 * fract(lod) - 1.5, 0.0, 1.0);
}

// tile: metres across the map. footprint: metres across a pixel. Less their mean; variances as the map has them.
vec4 flow_map(sampler2D map, FlowLayers l, vec2 xz, vec2 velocity, float tile, float footprint) {
  float lod = quick_lod(footprint * float(flow_map_texels) / tile);
  vec4 a = textureLod(map, (xz - velocity * l.age.x) / tile + l.start_a, lod);
  vec4 b = textureLod(map, (xz - velocity * l.age.y) / tile + l.start_b, lod);
  return (a - 0.5) * l.weight.x + (b - 0.5) * l.weight.y;
}

// Share of the relief's variance that is lost to a footprint.
float flow_map_lost(float tile, float footprint) {
  vec3 waves = footprint * flow_relief_waves / tile * vec3(1.0, 2.0, 4.0);
  vec3 kept = clamp(1.5 - 2.0 * waves, 0.0, 1.0);
  return 1.0 - dot(kept * kept, vec3(1.0 / 3.0));
}

struct FlowLook {
  vec2 slope;  // of the small waves
  float lost;  // variance of their slope that the footprint takes
  float foam;  // share of the pixel that foam covers
};

// rms: of the slope of the small waves; on foam they are rougher. density: share that foam covers around here.
FlowLook flow_look(sampler2D map, FlowLayers l, vec2 xz, vec2 velocity, float rms, float density, float footprint) {
  const float wide = 2.9, narrow = 0.93;
  vec4 here = flow_map(map, l, xz, velocity, wide, footprint);
  // Read again a little upstream: what is alike along the flow stays, and foam is torn into streaks.
  vec4 upstream = flow_map(map, l, xz - 0.09 * velocity, velocity, wide, footprint);
  vec4 small = flow_map(map, l, xz.yx + 0.31, velocity.yx, narrow, footprint);
  FlowLook look;
  float pattern = 0.5 + 0.42 * (here.w + upstream.w) + 0.34 * (here.z + upstream.z) + 0.42 * small.z;
  float above = pattern - (0.86 - density * (0.75 + 0.4 * density));
  // A film of bubbles at the rims, thick foam inside.
  float film = smoothstep(-0.08, 0.03, above), thick = smoothstep(0.0, 0.55, above + 0.3 * small.w);
  float cover = 0.4 * film + 0.6 * thick;
  look.foam = mix(cover, density, clamp(footprint * 9.0 - 0.5, 0.0, 1.0)) * smoothstep(0.0, 0.08, density);
  rms += 0.2 * look.foam;
  look.slope = flow_slope_range * rms * (0.775 * here.xy + 0.632 * small.yx);
  look.lost = rms * rms * (0.6 * flow_map_lost(wide, footprint) + 0.4 * flow_map_lost(narrow, footprint));
  return look;
}

// Threads of falling water along a vertical plane, about 0.5 in the mean: wide ones with gaps between them, torn into
// finer ones that fall faster.
float fall_threads(sampler2D map, float across, float height, float time, float footprint) {
  float lod = quick_lod(footprint * float(flow_map_texels) / 0.5);
  float gaps = textureLod(map, vec2(across / 2.9, 0.10 * height + 0.22 * time), lod).w;
  float wide = textureLod(map, vec2(across / 0.83, 0.30 * height + 0.9 * time), lod).w;
  float fine = textureLod(map, vec2(across / 0.29, 0.70 * height + 2.4 * time), lod).z;
  return 0.5 + 0.9 * (gaps - 0.5) + 0.6 * (wide - 0.5) + 0.5 * (fine - 0.5);
}

// White share of water as steep as `slope` that has come down by `drop` metres: it leaves the lip clear and tears.
float fall_white(sampler2D map, vec3 world, vec2 slope, float drop, float time, float footprint) {
  float steep2 = dot(slope, slope);
  if (steep2 < 0.36) return 0.0;
  float along_x = fall_threads(map, world.x, world.y, time, footprint);
  float along_z = fall_threads(map, world.z, world.y, time, footprint);
  float threads = mix(along_x, along_z, smoothstep(0.3, 0.7, slope.x * slope.x / steep2));
  float torn = smoothstep(0.05, 1.1, drop);
  return smoothstep(0.6, 1.8, sqrt(steep2)) * smoothstep(0.0, 0.4, threads - mix(0.75, 0.22, torn));
}

#endif

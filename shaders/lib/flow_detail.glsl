// The map of passes/flow_detail.h carried along a velocity.
#ifndef LIB_FLOW_DETAIL_GLSL
#define LIB_FLOW_DETAIL_GLSL
#include "passes/flow_detail.h"

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

// tile: metres across the map. footprint: metres across a pixel. Less their mean; variances as the map has them.
vec4 flow_map(sampler2D map, FlowLayers l, vec2 xz, vec2 velocity, float tile, float footprint) {
  float lod = log2(max(footprint * float(flow_map_texels) / tile, 1.0));
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

// Slope of the small waves on a flow, of the given root mean square; z: variance lost to the footprint.
vec3 flow_ripples(sampler2D map, FlowLayers l, vec2 xz, vec2 velocity, float rms, float footprint) {
  const float wide = 4.7, narrow = 1.37;
  vec2 a = flow_map(map, l, xz, velocity, wide, footprint).xy;
  vec2 b = flow_map(map, l, xz.yx + 0.31, velocity.yx, narrow, footprint).yx;
  float lost = rms * rms * (0.6 * flow_map_lost(wide, footprint) + 0.4 * flow_map_lost(narrow, footprint));
  return vec3(flow_slope_range * rms * (0.775 * a + 0.632 * b), lost);
}

// How much of a pixel foam of this density covers: lace that is torn along the flow.
float flow_foam(sampler2D map, FlowLayers l, vec2 xz, vec2 velocity, float density, float footprint) {
  const float wide = 2.3, narrow = 0.83;
  vec2 step_along = 0.07 * velocity;
  float torn = 0.0;
  for (int i = -1; i <= 1; ++i) torn += flow_map(map, l, xz + float(i) * step_along, velocity, wide, footprint).w;
  float cells = flow_map(map, l, xz + 0.17, velocity, narrow, footprint).z;
  float cells_wide = flow_map(map, l, xz.yx, velocity.yx, wide, footprint).z;
  float pattern = 0.5 + 0.34 * torn + 0.45 * cells + 0.5 * cells_wide;
  float sharp = mix(0.16, 0.6, clamp(footprint * 12.0, 0.0, 1.0));
  float cover = smoothstep(-sharp, sharp, pattern - (1.12 - 1.24 * density));
  return mix(cover, density, clamp(footprint * 9.0 - 0.5, 0.0, 1.0)) * smoothstep(0.0, 0.08, density);
}

// White threads of steep water, seen from the side: they fall.
float flow_threads(sampler2D map, vec3 world, vec3 normal, float time, float footprint) {
  vec2 side = normal.xz * normal.xz / max(dot(normal.xz, normal.xz), 1e-4);
  float lod = log2(max(footprint * float(flow_map_texels) / 0.7, 1.0));
  float fall = 0.55 * world.y + 1.3 * time;
  float x = textureLod(map, vec2(world.x / 0.7, fall), lod).w + textureLod(map, vec2(world.x / 0.31, 1.3 * fall), lod).z;
  float z = textureLod(map, vec2(world.z / 0.7, fall), lod).w + textureLod(map, vec2(world.z / 0.31, 1.3 * fall), lod).z;
  return 0.5 * (side.x * z + side.y * x);
}

#endif

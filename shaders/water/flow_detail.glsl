// Samples the map of passes/water/flow_detail.h, advected by a velocity.
#ifndef SHADERS_WATER_FLOW_DETAIL_GLSL
#define SHADERS_WATER_FLOW_DETAIL_GLSL
#include "passes/water/flow_detail.h"
#include "lib/noise3.glsl"

// One layer and the one half a period on, at a place.
struct FlowLayers {
  vec2 weight;
  vec2 age;           // seconds since the middle of each one's period
  vec2 start_a, start_b;  // where on the map they began
};

FlowLayers flow_layers(vec2 xz, float time, vec2 velocity) {
  // Places change layers at different moments; the faster the flow the less they differ, or it would carry neighbors
  // so unequally far that the map folds.
  float differ = 0.3 / (1.0 + 3.0 * length(velocity));
  float shift = differ * (sin(1.31 * xz.x + 0.73 * xz.y) + sin(0.87 * xz.y - 1.13 * xz.x));
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

// tile: meters across the map. footprint: meters across a pixel. Less their mean; variances as the map has them.
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

// Patches of foam that are coarser than the lace by the factors foam_patches, which they also move and change more slowly by.
// The first ones are there at any distance; the others appear as the pixel's footprint takes what is finer.
const vec3 foam_patches = vec3(4.7, 22.0, 104.0);
// y: sum of the squared shares of the scales.
vec2 foam_patch_pattern(sampler2D map, vec2 xz, float time, vec2 velocity, float tile, float footprint) {
  float sum = 0.0, scales = 0.0, finer = 0.0;
  for (int i = 0; i < 3; ++i) {
    float coarser = foam_patches[i];
    float share = i == 0 ? 1.0 : smoothstep(0.03 * finer, 0.15 * finer, footprint);
    if (share > 0.0) {
      vec2 place = xz / coarser;
      vec4 here = flow_map(map, flow_layers(place, time / coarser, velocity), place, velocity, tile, footprint / coarser);
      sum += share * (0.4 * here.w + 0.33 * here.z);
      scales += share * share;
    }
    finer = coarser;
  }
  return vec2(sum, scales);
}

// Share that foam covers at a place of its pattern, of mean 0, where it covers `density` around: the optical depth of a
// slab of this cover, density / (1 - density), varies by a factor, so that lace is dense, thin and open without an edge.
float foam_cover(float density, float pattern) {
  float d = clamp(density, 0.0, 0.98);
  return d / (d + (1.0 - d) * exp(-foam_lace * pattern));
}

// The same for a pattern of large variance, so that the mean of the cover is `density` from near and from afar. lost: the
// variance of the logarithm that the pixel's footprint takes, of `all`.
float foam_share(float density, float pattern, float all, float lost) {
  float d = clamp(density, 1e-4, 0.98);
  float logit = (log(d / (1.0 - d)) * foam_steeper(all) + foam_lace * pattern) / foam_steeper(lost);
  return 1.0 / (1.0 + exp(-logit));
}

// rms: of the slope of the small waves; on foam they are rougher. density: share that foam covers around here.
FlowLook flow_look(sampler2D map, FlowLayers l, vec2 xz, float time, vec2 velocity, float rms, float density,
                   float footprint) {
  const float wide = 2.9, narrow = 0.93;
  vec4 here = flow_map(map, l, xz, velocity, wide, footprint);
  vec4 small = flow_map(map, l, xz.yx + 0.31, velocity.yx, narrow, footprint);
  FlowLook look;
  look.foam = 0.0;
  if (density > 0.0) {
    // Read again a little upstream: what is alike along the flow stays, and foam is torn into streaks.
    vec4 upstream = flow_map(map, l, xz - 0.09 * velocity, velocity, wide, footprint);
    float lace = 0.42 * (here.w + upstream.w) + 0.34 * (here.z + upstream.z) + 0.42 * small.z + 0.2 * small.w;
    vec2 patches = foam_patch_pattern(map, xz, time, velocity, wide, footprint);
    float lost = foam_lace_variance * flow_map_lost(wide, footprint);
    look.foam = foam_share(density, lace + patches.x, foam_lace_variance + foam_patch_variance * patches.y, lost);
  }
  rms += 0.08 * look.foam;
  look.slope = flow_slope_range * rms * (0.775 * here.xy + 0.632 * small.yx);
  look.lost = rms * rms * (0.6 * flow_map_lost(wide, footprint) + 0.4 * flow_map_lost(narrow, footprint));
  return look;
}

// Clumps that fall with the water, in space: the pattern has no axis but the water's own way.
float falling_clumps(FlowLayers l, vec3 world, vec3 velocity, float footprint) {
  float sum = 0.0;
  float size = 0.36, share = 1.0;
  for (int octave = 0; octave < 3; ++octave) {
    float fade = clamp(2.0 - 4.0 * footprint / size, 0.0, 1.0) * share;
    if (fade > 0.0) {
      vec3 a = world - velocity * l.age.x + vec3(l.start_a, float(octave)).xzy * 7.3;
      vec3 b = world - velocity * l.age.y + vec3(l.start_b, float(octave)).xzy * 7.3;
      sum += fade * (l.weight.x * (value_noise3(a / size, 0).x - 0.5) + l.weight.y * (value_noise3(b / size, 0).x - 0.5));
    }
    size *= 0.45;
    share *= 0.75;
  }
  return sum;
}

// Share that is white of water as steep as `slope` that has come down by `drop` meters: a sheet that leaves the lip
// clear and tears as it falls. On the plane that the map lies in a steep sheet is long: the map's lace runs down it as
// the water does, whichever way it falls.
float fall_white(sampler2D map, FlowLayers l, vec3 world, vec2 velocity, vec2 slope, float drop, float footprint) {
  float steep = length(slope);
  if (steep < 0.5) return 0.0;
  // Water on a steep bed goes as fast as its mean along the ground has it go down.
  float along = length(velocity), speed = min(along * steep, 6.0) / max(along * steep, 1e-3);
  vec3 fall = vec3(velocity.x, dot(velocity, slope), velocity.y) * speed;
  float flat_print = footprint / sqrt(1.0 + steep * steep);
  vec4 wide = flow_map(map, l, world.xz, fall.xz, 1.7, flat_print);
  float clumps = falling_clumps(l, world, fall, footprint);
  float torn = smoothstep(0.02, 1.0, drop);
  float falls = smoothstep(0.5, 1.8, steep) * smoothstep(0.3, 1.2, -dot(velocity, slope));
  float density = falls * mix(0.12, 0.78, torn);
  return foam_cover(density, 0.5 * wide.w + 0.35 * wide.z + 0.9 * clumps);
}

#endif

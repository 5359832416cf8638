// Smooth normal of a spectral sea per visible pixel; target as in water/surface.frag. Slopes are means over the
// pixel's footprint on the level sea; the variance of the remaining slopes becomes roughness. [Bruneton et al. 2010]
#pragma variants CARRIED? AROUND?
#include "passes/deferred/camera.h"
#include "lib/noise.glsl"
#include "lib/optics.glsl"
#include "lib/water.glsl"
#include "water/sea.glsl"

layout(binding = 0, scalar) uniform CameraBlock { Camera c; } camera;
layout(binding = 2) uniform sampler2D places;  // water/sea.frag

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 target;

const int most_patches = 4;

// Share of the pixel that foam covers: of a place where the surface folds so far, all waves that are lost in the pixel
// counted by their variance. As foam grows old, it breaks up into streaks.
float foam_cover(float fold, float variance, vec2 at, float width) {
  // Gusts: the folds of a small patch alone would draw its lattice.
  float gusts = 0.5 * (value_noise(at * 0.011, 33) + value_noise(at * 0.043, 34));
  float breaks = params.p.eye.w * (0.75 + 0.5 * gusts), soft = 0.15 * breaks;
  float z = (fold - breaks) / sqrt(soft * soft + variance);
  if (breaks <= 0.0 || z < -2.2) return 0.0;
  float share = 1.0 / (1.0 + exp(-1.702 * z));  // the normal distribution's integral, within 0.01
  float grain = 0.5 * fractal_noise(at * 0.7, width * 0.7, 4, 31) + 0.5 * fractal_noise(at * 5.3, width * 5.3, 4, 32);
  float broken = smoothstep(0.66 - 0.5 * share, 0.98 - 0.5 * share, grain) * smoothstep(0.02, 0.4, share);
  return mix(broken, share, smoothstep(0.3, 2.0, width));
}

// Levels blend in the middle between two, and only there.
float steadied(float level) {
  float finer = floor(level);
  return finer + clamp(3.0 * (level - finer) - 1.0, 0.0, 1.0);
}

#define LOST_AT(lost, patch_index, level) \
  mix(lost[min(int(level), levels)][patch_index], lost[min(int(level) + 1, levels)][patch_index], fract(level))

void main() {
  vec4 place = texelFetch(places, ivec2(gl_FragCoord.xy), 0);
  if (place.z == 0.0) discard;
  vec2 rest = place.xy, from_eye = rest - params.p.eye.xy;
  float over = abs(camera.c.eye.y - params.p.anchor.y), away = length(vec3(from_eye, over));
  float minor = max(away * 2.0 * camera.c.jitter.w * camera.c.viewport.w / abs(camera.c.projection[1][1]), 1e-6);
  float major = minor * away / max(over, 0.03 * away);
  vec2 longer = major * from_eye / max(length(from_eye), 1e-6);
  float width = max(minor, major / 3.0);
  vec2 aside = 0.25 * longer;  // two places of the footprint
  vec4 one = vec4(0.0), other = vec4(0.0);
  float lost = 0.0, fold = 0.0, lost_folds = 0.0;
  UNROLL for (int c = 0; c < most_patches; ++c) {
    if (c >= params.p.patches) break;
    float level = level_for(c, width), texel = texel_of(c);
    lost += LOST_AT(params.p.lost, c, level);
    if (level >= float(levels)) continue;
    vec4 here, there;
    if (major < texel) {  // a footprint within a texel is one place of it
      vec2 uv = patch_uv(c, rest);
      // Waves of other patches are at least six texels long.
      bool smooth_texels = c + 1 == params.p.patches && width < 0.25 * texel;
      here = smooth_texels ? spline_waves(waves, params.p.texels, uv, 3 * c + 1) : blended(c, level, uv, 1);
      there = here;
    } else {
      level = steadied(level);
      here = blended(c, level, patch_uv(c, rest - aside), 1);
      there = blended(c, level, patch_uv(c, rest + aside), 1);
    }
    one += here;
    other += there;
    if (params.p.eye.w <= 0.0) continue;
    // Patches without a memory have waves that are too short to break: where texels are finer than these, chance.
    bool remembered = c < params.p.memory, known = remembered || max(texel, width) >= 0.33;
    float wider = known ? level_for(c, max(width, 0.33)) : float(levels);
    lost_folds += LOST_AT(params.p.lost_folds, c, wider);
    vec2 stretch = 0.5 * (here.zw + there.zw);
    if (remembered) fold += blended(c, steadied(min(wider, float(levels - 1))), patch_uv(c, rest), 2).x;
    else if (known) fold -= stretch.x + stretch.y + stretch.x * stretch.y;
  }
  vec2 slope_here = displaced_slope(one, 0.0), slope_there = displaced_slope(other, 0.0);
  vec2 slope = 0.5 * (slope_here + slope_there), change = 0.5 * (slope_here - slope_there);
  lost += dot(change, change);
  float foam = foam_cover(fold, lost_folds, params.p.anchor.xz + rest - params.p.moved, width);
#ifdef AROUND
  vec4 within = water_within(rest);
  slope = mix(slope, within.yz, within.w);
  lost *= 1.0 - within.w;
  foam *= 1.0 - within.w;
#endif
#ifdef CARRIED
  slope += carried_waves(rest + unpack_displacement(place.w)).yz;
#endif
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  float alpha = params.p.roughness * params.p.roughness;
  target = vec4(octahedral_encode(normal), min(alpha * alpha + 2.0 * lost, 1.0), place.z * water_code(params.p.code, foam));
}

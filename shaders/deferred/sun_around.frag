// Mean visible share of the sun around a place on a water, within discs of several radii.
#include "passes/deferred/sun_share.h"
#include "passes/deferred/water_levels.h"

layout(binding = 1, scalar) uniform LevelsBlock { WaterLevels w; } levels;
layout(binding = 2) uniform sampler2D share;
layout(constant_id = 10) const int waters = 0;

#include "lib/sun_disc.glsl"

layout(location = 0) in vec2 uv;
layout(location = 0) out float mean;

void main() {
  float place = uv.y * float(waters * sun_discs);
  int tile = clamp(int(place), 0, waters * sun_discs - 1), water = tile % waters, disc = tile / waters;
  vec2 meter = levels.w.of[water].place.zw;  // of the water's size
  vec2 at = 0.5 + (vec2(uv.x, fract(place)) - 0.5) * sun_tile_wider;
  vec2 half_texel = vec2(0.5, 0.5 * float(waters)) / vec2(textureSize(share, 0));
  float radius = sun_disc_radius(share, meter) * exp2(float(disc)), sum = 0.0;
  const int taps = 32;
  for (int i = 0; i < taps; ++i) {
    float angle = 2.399963 * float(i), far = radius * sqrt((float(i) + 0.5) / float(taps));
    // Beyond the water it is as at its border.
    vec2 there = clamp(at + far * vec2(cos(angle), sin(angle)) * meter, 0.0, 1.0);
    vec2 tap = clamp(0.5 + (there - 0.5) / sun_tile_wider, half_texel, 1.0 - half_texel);
    sum += textureLod(share, vec2(tap.x, (tap.y + float(water)) / float(waters)), 0.0).r;
  }
  mean = sum / float(taps);
}

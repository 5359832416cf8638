// Range of the elevations of waters without dry cells (deferred/level_span.comp). Include after declaring the blocks
// `levels` and `span` and the constant `waters`.
#ifndef SHADERS_DEFERRED_LEVEL_SPAN_GLSL
#define SHADERS_DEFERRED_LEVEL_SPAN_GLSL
#include "lib/ordered.glsl"

float highest(int i) { return levels.w.of[i].rest + unordered(span.words[2 * i]); }
float lowest(int i) { return levels.w.of[i].rest + unordered(~span.words[2 * i + 1]); }

float highest_of_all() {
  float y = -1e9;
  for (int i = 0; i < waters; ++i) y = max(y, highest(i));
  return y;
}

float lowest_of_all() {
  float y = 1e9;
  for (int i = 0; i < waters; ++i) y = min(y, lowest(i));
  return y;
}

#endif

// Reads values of a solver's field by cell and by position.
#ifndef SHADERS_PICTURE_FIELD_GLSL
#define SHADERS_PICTURE_FIELD_GLSL
#include "lib/wrap.glsl"
#include "passes/picture/field_view_params.h"

layout(binding = 0, scalar) readonly buffer FieldBlock { float v[]; } field;

// By its bits: compilers may take it that no number is NaN.
bool is_finite(float v) { return (floatBitsToUint(v) & 0x7f800000u) != 0x7f800000u; }

// False: no finite number.
bool field_value(FieldSource s, ivec2 cell, out float value) {
  ivec2 n = ivec2(s.cells);
  cell = mix(clamp(cell, ivec2(0), n - 1), wrapped(cell, n), notEqual(s.periodic, uvec2(0)));
  uint at = s.offset + uint(cell.y) * s.pitch + uint(cell.x) * s.components;
  value = 0.0;
  if (s.component < s.components) {
    float stored = field.v[at + s.component];
    if (!is_finite(stored)) return false;
    value = s.scale * stored + s.bias;
    return is_finite(value);
  }
  float largest = 0.0, sum = 0.0;
  for (uint i = 0u; i < s.components; ++i) {
    float stored = field.v[at + i];
    if (!is_finite(stored)) return false;
    largest = max(largest, abs(s.scale * stored + s.bias));
  }
  if (!is_finite(largest)) return false;
  // Squares of the parts over the largest one neither vanish nor overflow.
  if (largest > 0.0) {
    for (uint i = 0u; i < s.components; ++i) {
      float part = (s.scale * field.v[at + i] + s.bias) / largest;
      sum += part * part;
    }
  }
  value = largest * sqrt(sum);
  return is_finite(value);
}

// At a place in cells: cell (i, j) covers [i, i + 1) x [j, j + 1).
bool field_at(FieldSource s, vec2 place, bool smooth_cells, out float value) {
  if (!smooth_cells) return field_value(s, ivec2(floor(place)), value);
  vec2 low = floor(place - 0.5);
  vec2 f = place - 0.5 - low;
  ivec2 c = ivec2(low);
  float a, b, d, e;
  bool all = field_value(s, c, a);
  all = field_value(s, c + ivec2(1, 0), b) && all;
  all = field_value(s, c + ivec2(0, 1), d) && all;
  all = field_value(s, c + ivec2(1, 1), e) && all;
  // Beside what is no number, cells keep their own.
  if (!all) return field_value(s, ivec2(floor(place)), value);
  value = mix(mix(a, b, f.x), mix(d, e, f.x), f.y);
  return true;
}

// Mean over a pixel that is the parallelogram of `across` and `down` in cells; false if any part is no finite number.
bool field_mean(FieldSource s, vec2 place, vec2 across, vec2 down, bool smooth_cells, out float value) {
  ivec2 n = clamp(ivec2(ceil(vec2(length(across), length(down)))), ivec2(1), ivec2(6));
  float sum = 0.0;
  bool all = true;
  for (int j = 0; j < n.y; ++j) {
    for (int i = 0; i < n.x; ++i) {
      vec2 part = (vec2(i, j) + 0.5) / vec2(n) - 0.5;
      float v;
      all = field_at(s, place + part.x * across + part.y * down, smooth_cells, v) && all;
      sum += v;
    }
  }
  value = sum / float(n.x * n.y);
  return all;
}

#endif

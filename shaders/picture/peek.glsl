// Reads values of a resource by position. UINT: an image of unsigned integers; ARRAY, VOLUME: one with layers, with
// slices; BUFFER: words in rows; otherwise a plain image.
#ifndef SHADERS_PICTURE_PEEK_GLSL
#define SHADERS_PICTURE_PEEK_GLSL
#include "passes/picture/peek_params.h"

#ifdef BUFFER
layout(binding = 0, scalar) readonly buffer PeekedBlock { uint v[]; } peeked;
#else
#if defined(ARRAY) && defined(UINT)
layout(binding = 0) uniform usampler2DArray peeked;
#elif defined(ARRAY)
layout(binding = 0) uniform sampler2DArray peeked;
#elif defined(VOLUME) && defined(UINT)
layout(binding = 0) uniform usampler3D peeked;
#elif defined(VOLUME)
layout(binding = 0) uniform sampler3D peeked;
#elif defined(UINT)
layout(binding = 0) uniform usampler2D peeked;
#else
layout(binding = 0) uniform sampler2D peeked;
#endif
#endif

// By its bits: compilers may take it that no number is NaN.
bool is_finite(float v) { return (floatBitsToUint(v) & 0x7f800000u) != 0x7f800000u; }

#ifdef BUFFER
float peek_number(PeekSource s, uint i) {
  if (s.stored == peek_half) {
    vec2 pair = unpackHalf2x16(peeked.v[i / 2u]);
    return (i & 1u) == 0u ? pair.x : pair.y;
  }
  if (s.stored == peek_byte) return float(peeked.v[i / 4u] >> 8u * (i & 3u) & 255u) / 255.0;
  uint word = peeked.v[i];
  return s.stored == peek_uint ? float(word) : s.stored == peek_int ? float(int(word)) : uintBitsToFloat(word);
}
#endif

// False: nothing is stored there.
bool peek_texel(PeekSource s, uvec2 cell, out vec4 texel) {
#ifdef BUFFER
  uint i = cell.y * s.cells.x + cell.x;
  texel = vec4(0.0);
  if (i >= s.count) return false;
  texel.x = peek_number(s, i);
#elif defined(ARRAY) || defined(VOLUME)
  texel = vec4(texelFetch(peeked, ivec3(cell, s.slice), int(s.mip)));
#else
  texel = vec4(texelFetch(peeked, ivec2(cell), int(s.mip)));
#endif
  return true;
}

float peek_value(PeekSource s, vec4 texel) {
  if (s.component < 4u) return texel[s.component];
  for (uint i = s.components; i < 4u; ++i) texel[i] = 0.0;
  vec4 size = abs(texel);
  float largest = max(max(size.x, size.y), max(size.z, size.w));
  // Squares of the parts over the largest one neither vanish nor overflow.
  return largest > 0.0 ? largest * length(texel / largest) : largest;
}

#endif

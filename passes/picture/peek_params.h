// Parameter blocks of the shaders that show a resource of the frame.
#ifndef PASSES_PICTURE_PEEK_PARAMS_H
#define PASSES_PICTURE_PEEK_PARAMS_H
#include "engine/core/color_map.h"
#include "passes/picture/field_view_params.h"
SHARED_BEGIN(undine::picture)

// Types of the numbers in a buffer.
const uint peek_float = 0u;
const uint peek_uint = 1u;
const uint peek_int = 2u;
const uint peek_half = 3u;  // two in a word
const uint peek_byte = 4u;  // four in a word, 255 is 1

// Values of `component` besides 0 to 3.
const uint peek_length = 4u;  // of all components
const uint peek_color = 5u;   // the first three as they are

struct PeekSource {
  uvec2 cells;  // texels of the mip; of a buffer: numbers in a row, rows
  uint count;   // of a buffer: numbers
  uint stored;  // of a buffer: peek_float ...
  uint slice;   // of an array or a 3D image
  uint mip;
  uint components;  // of a texel
  uint component;   // that is shown
};

struct PeekDrawParams {
  PeekSource source;
  vec4 frame;  // pixels: left, top, width, height
  uint map;
  uint encoded;   // colors: stored as they are to be shown
  uint is_fixed;  // colors: FieldRange::shown is where black and white are
};

SHARED_END
#endif

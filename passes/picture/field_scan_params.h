// Structs of the search for values that are not finite (shaders/picture/field_*.comp), shared by C++ and GLSL.
#ifndef PASSES_PICTURE_FIELD_SCAN_PARAMS_H
#define PASSES_PICTURE_FIELD_SCAN_PARAMS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::picture)

const uint field_threads = 64u;
const uint field_copy_groups = 256u;  // of the copy, whatever the size of the field
const uint field_all_finite = 0xffffffffu;

// A field as its solver publishes it: element i of `count` is float offset + (i / width) * pitch + i % width.
struct FieldLayout {
  uint count;
  uint width;
  uint offset;
  uint pitch;
};

struct FieldScanParams {
  FieldLayout layout_;
  uint field;  // which of the world's fields
};

struct FieldJudgeParams {
  uint fields;
  uint step_low;  // the clock step that was scanned, 64 bits in two
  uint step_high;
};

// The first find. found 0: none so far.
struct FieldVerdict {
  uint found;
  uint field;
  uint element;
  uint step_low;
  uint step_high;
};

struct FieldCopies {  // VkDispatchIndirectCommand
  uint x;
  uint y;
  uint z;
};

SHARED uint field_at(FieldLayout l, uint i) { return l.offset + i / l.width * l.pitch + i % l.width; }

// Infinities and NaNs, by their bits: compilers may take for granted that there are none.
SHARED bool field_is_finite(uint bits) { return (bits & 0x7f800000u) != 0x7f800000u; }

SHARED_END
#endif

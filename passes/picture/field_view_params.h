// Parameter blocks of the shaders that show a solver's field.
#ifndef PASSES_PICTURE_FIELD_VIEW_PARAMS_H
#define PASSES_PICTURE_FIELD_VIEW_PARAMS_H
#include "engine/core/color_map.h"
#include "passes/water/water_params.h"
SHARED_BEGIN(undine::picture)
SHARED_USING(water::FieldParams)

// Layout of a grid's numbers. Counts are in floats.
struct FieldSource {
  uvec2 cells;  // x, z
  uint offset;
  uint pitch;  // from row to row
  uint components;
  uint component;  // that is shown; `components`: the magnitude
  float scale;     // value = scale * stored + bias
  float bias;
  uvec2 periodic;  // 1 where x, z are
};

// Ends of the color map, on the GPU from picture to picture.
struct FieldRange {
  vec2 found;  // least and largest finite value; (largest, -largest float) where there is none
  vec2 shown;
};

const uint field_range_groups = 64u;
const float field_largest = 3.402823e38f;

struct FieldRangeParams {
  vec2 range;     // where it is fixed
  float rest;     // middle of an automatic range
  float ease;     // share of the way to a narrower range
  uint is_fixed;  // flags, as the next two
  uint centered;  // around `rest`
  uint fresh;     // FieldRange::shown is of something else
};

struct FieldMapParams {
  FieldSource source;
  FieldParams field;
  vec4 frame;  // pixels: left, top, width, height
  uint map;
  uint smooth_cells;
};

struct FieldPaintParams {
  FieldSource source;
  FieldParams field;
  float code;  // of the surface in water/normal
  uint map;
  uint smooth_cells;
  uint antialias;  // 1: alpha is luma
};

// Coordinate t of a value in the color map.
SHARED float field_part(vec2 shown, float value) { return (value - shown.x) / max(shown.y - shown.x, 1e-30f); }

SHARED_END
#endif

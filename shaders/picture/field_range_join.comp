// Range of the color map for this picture.
#include "passes/picture/field_view_params.h"

layout(local_size_x = 1) in;
layout(binding = 0, scalar) readonly buffer PartsBlock { vec2 v[]; } parts;
layout(binding = 1, scalar) buffer RangeBlock { FieldRange r; } range;
layout(push_constant, scalar) uniform ParamsBlock { FieldRangeParams p; } params;

void main() {
  FieldRangeParams p = params.p;
  vec2 found = parts.v[0];
  for (uint i = 1u; i < field_range_groups; ++i) {
    vec2 part = parts.v[i];
    found = vec2(min(found.x, part.x), max(found.y, part.y));
  }
  range.r.found = found;
  if (p.is_fixed != 0u) {
    range.r.shown = p.range;
    return;
  }
  vec2 ends = found.x > found.y ? vec2(p.rest, p.rest + 1.0) : found;
  if (p.centered != 0u) {
    float far = max(abs(ends.x - p.rest), abs(ends.y - p.rest));
    ends = p.rest + vec2(-far, far);
  }
  // A constant field is the middle of the map, not rounding errors blown up.
  float least = max(1e-6 * max(abs(ends.x), abs(ends.y)), 1e-12);
  if (ends.y - ends.x < least) ends += vec2(-least, least);
  // A range widens at once, for no value may lie outside, and narrows slowly, so that colors keep their meaning.
  vec2 before = range.r.shown;
  if (p.fresh == 0u) {
    ends.x = ends.x < before.x ? ends.x : mix(before.x, ends.x, p.ease);
    ends.y = ends.y > before.y ? ends.y : mix(before.y, ends.y, p.ease);
  }
  range.r.shown = ends;
}

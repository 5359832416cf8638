// Stores the first non-finite value over all steps, and enables copies of the fields in that step only.
#include "passes/picture/field_scan_params.h"
layout(local_size_x = 1) in;
layout(binding = 0, scalar) readonly buffer Least { uint of[]; } least;
layout(binding = 1, scalar) buffer Verdict { FieldVerdict v; } verdict;
layout(binding = 2, scalar) writeonly buffer Copies { FieldCopies of[]; } copies;
layout(push_constant, scalar) uniform ParamsBlock { FieldJudgeParams p; } params;

void main() {
  uint groups = 0u;
  if (verdict.v.found == 0u)
    for (uint f = 0u; f < params.p.fields; ++f) {
      if (least.of[f] == field_all_finite) continue;
      verdict.v = FieldVerdict(1u, f, least.of[f], params.p.step_low, params.p.step_high);
      groups = field_copy_groups;
      break;
    }
  for (uint f = 0u; f < params.p.fields; ++f) copies.of[f] = FieldCopies(groups, 1u, 1u);
}

// First element of a field that is not finite, by an atomic minimum of indices, independent of thread order.
#include "passes/picture/field_scan_params.h"
layout(local_size_x = field_threads) in;
layout(binding = 0, scalar) readonly buffer Field { uint bits[]; } field;
layout(binding = 1, scalar) buffer Least { uint of[]; } least;
layout(push_constant, scalar) uniform ParamsBlock { FieldScanParams p; } params;

void main() {
  uint stride = gl_NumWorkGroups.x * field_threads;
  uint first = field_all_finite;
  for (uint i = gl_GlobalInvocationID.x; i < params.p.layout_.count; i += stride)
    if (!field_is_finite(field.bits[field_at(params.p.layout_, i)])) first = min(first, i);
  if (first != field_all_finite) atomicMin(least.of[params.p.field], first);
}

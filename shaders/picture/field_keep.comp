// Copies a field without padding for read-back. Dispatched with zero workgroups while all values are finite.
#include "passes/picture/field_scan_params.h"
layout(local_size_x = field_threads) in;
layout(binding = 0, scalar) readonly buffer Field { uint bits[]; } field;
layout(binding = 1, scalar) buffer Kept { uint bits[]; } kept;
layout(push_constant, scalar) uniform ParamsBlock { FieldScanParams p; } params;

void main() {
  for (uint i = gl_GlobalInvocationID.x; i < params.p.layout_.count; i += field_copy_groups * field_threads)
    kept.bits[i] = field.bits[field_at(params.p.layout_, i)];
}

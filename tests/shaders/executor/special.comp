layout(local_size_x = 64, local_size_x_id = 0) in;
layout(constant_id = 0) const uint width = 64;
layout(constant_id = 1) const float factor = 1.0;
layout(constant_id = 2) const bool negate = false;
layout(push_constant, scalar) uniform ParamsBlock { uint count; } params;
layout(binding = 0, scalar) writeonly buffer Target { float at[]; } target;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) target.at[i] = (negate ? -factor : factor) * float(gl_WorkGroupSize.x) + float(i);
}

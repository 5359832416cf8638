layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { uint count; } params;
layout(binding = 0, scalar) readonly buffer Values { uint at[]; } values;
layout(binding = 1, scalar) buffer Total { uint sum; } total;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) atomicAdd(total.sum, values.at[i]);
}

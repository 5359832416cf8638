layout(local_size_x = 64) in;
layout(push_constant, scalar) uniform ParamsBlock { uint count; uint add; } params;
layout(binding = 0, scalar) buffer Values { uint at[]; } values;

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < params.count) values.at[i] += params.add;
}

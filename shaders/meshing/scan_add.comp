// Sums of the tiles before each number's own.
layout(local_size_x = 64) in;
layout(binding = 0, std430) buffer NumbersBlock { uvec4 v[]; } numbers;
layout(binding = 1, std430) readonly buffer TotalsBlock { uint v[]; } totals;

void main() {
  uint before = totals.v[gl_WorkGroupID.x];
  uint first = gl_GlobalInvocationID.x * 4u;
  for (uint i = 0u; i < 4u; ++i) numbers.v[first + i] += before;
}

// Sums of values over the threads of a workgroup, in thread order. BODIES_SUMS: number of values per call.
const uint most_threads = 64u, sum_count = BODIES_SUMS;
shared vec4 parts[sum_count * most_threads];
shared vec4 sums[sum_count];

void sum_all(vec4 v[BODIES_SUMS]) {
  uint me = gl_LocalInvocationIndex;
  barrier();
  for (uint k = 0u; k < sum_count; ++k) parts[sum_count * me + k] = v[k];
  barrier();
  for (uint k = me; k < sum_count; k += gl_WorkGroupSize.x) {
    vec4 sum = vec4(0.0);
    for (uint i = 0u; i < gl_WorkGroupSize.x; ++i) sum += parts[sum_count * i + k];
    sums[k] = sum;
  }
  barrier();
}

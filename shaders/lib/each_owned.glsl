// main() of kernels that do one thing after the other: calls own(ivec2) for each that the thread owns. Those of a row lie
// a workgroup's width apart, so that neighbouring lanes fetch neighbouring texels.
void main() {
  ivec2 group = ivec2(gl_WorkGroupSize.xy);
  ivec2 first = ivec2(gl_WorkGroupID.xy) * group * ivec2(across, rows) + ivec2(gl_LocalInvocationID.xy) * ivec2(1, rows);
  for (int z = 0; z < rows; ++z)
    for (int k = 0; k < across; ++k) own(first + ivec2(k * group.x, z));
}

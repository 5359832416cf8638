// main() of kernels that do one thing after the other: calls own(ivec2) for each that the thread owns. Those of a row lie
// a workgroup's width apart, so that neighboring lanes fetch neighboring texels. One thing alone needs no loop, and
// gets none: with one of a single turn around a function that returns early the software driver is a third slower.
void main() {
  if (across == 1 && rows == 1) {
    own(ivec2(gl_GlobalInvocationID.xy));
    return;
  }
  int wide = int(gl_WorkGroupSize.x), tall = int(gl_WorkGroupSize.y);
  int x = int(gl_WorkGroupID.x) * wide * across + int(gl_LocalInvocationID.x);
  int z = (int(gl_WorkGroupID.y) * tall + int(gl_LocalInvocationID.y)) * rows;
  for (int j = 0; j < rows; ++j)
    for (int k = 0; k < across; ++k) own(ivec2(x + k * wide, z + j));
}

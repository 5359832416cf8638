// main() of kernels with several elements per thread: calls own(ivec2) for each. Elements of a row are a workgroup's
// width apart, so adjacent lanes fetch adjacent texels. A single element has no loop: on the software driver a loop
// of one iteration around a function with early returns is a third slower.
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

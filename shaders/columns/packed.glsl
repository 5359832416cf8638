// Maps threads to columns on narrow grids: row by row, instead of rectangles of 64 x 4 that would lie mostly outside
// the grid (passes/columns/packing.h). Include it after the local size.
layout(constant_id = 19) const int packed_row = 0;  // columns in a row; 0: rectangles

ivec2 column_of_thread() {
  if (packed_row == 0) return ivec2(gl_GlobalInvocationID.xy);
  int i = int(gl_WorkGroupID.x * gl_WorkGroupSize.x * gl_WorkGroupSize.y + gl_LocalInvocationIndex);
  return ivec2(i % packed_row, i / packed_row);
}

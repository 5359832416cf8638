// Blocks: the columns of a workgroup. A sub-step visits those that hold water and their neighbors (sub_step.comp lists them);
// everywhere else it would change nothing.
#include "lib/shape.glsl"
const int block_x = across * int(gl_WorkGroupSize.x), block_z = rows * int(gl_WorkGroupSize.y);
const int blocks_x = (nx + block_x - 1) / block_x;

// The first column of the thread in a block.
ivec2 first_of_thread(int block) {
  return ivec2(block % blocks_x, block / blocks_x) * ivec2(block_x, block_z) +
         ivec2(gl_LocalInvocationID.xy) * ivec2(across, rows);
}
int workgroup() { return int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x); }

// Column index and bounds check of a thread, for kernels with one thread per column.
#include "pipes/grid.glsl"
layout(local_size_x = 64, local_size_y = 4) in;

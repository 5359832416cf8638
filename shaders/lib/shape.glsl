// Tiling of a kernel (engine/graph/shape.h): cells per thread and threads per workgroup as constants, so that loops
// over a thread's cells have constant bounds. UNROLL unrolls a loop with software tilings only.
#ifndef SHADERS_LIB_SHAPE_GLSL
#define SHADERS_LIB_SHAPE_GLSL
layout(constant_id = 20) const int across = 1;
layout(constant_id = 21) const int rows = 1;
layout(local_size_x_id = 22, local_size_y_id = 23) in;
#endif

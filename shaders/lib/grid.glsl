// Constants of kernels on a grid of cells (passes/grid/edges.h): its size and its boundary conditions.
layout(constant_id = 0) const int nx = 4;
layout(constant_id = 1) const int nz = 4;
layout(constant_id = 2) const int edge_west = 0;   // -x
layout(constant_id = 3) const int edge_east = 0;   // +x
layout(constant_id = 4) const int edge_north = 0;  // -z
layout(constant_id = 5) const int edge_south = 0;  // +z

const int fours = (nx + 3) / 4;  // vec4s in a row of single values, padded with zeros

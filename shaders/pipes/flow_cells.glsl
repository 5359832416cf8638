// Cells of a flow's traces: planes row after row, foam first, then wetness.
#include "passes/pipes/flow_traces.h"
layout(constant_id = 0) const int nx = 4;
layout(constant_id = 1) const int nz = 4;
layout(local_size_x = 64, local_size_y = 4) in;

// Cells of a flow's traces: planes row after row, foam first, then wetness, then the elevation up to which ground is wet.
#include "lib/grid.glsl"
#include "passes/columns/flow_traces.h"
layout(local_size_x = 64, local_size_y = 4) in;

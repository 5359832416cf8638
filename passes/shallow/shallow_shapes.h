// Tiling of the kernels of shallow water: columns.
#pragma once
#include "engine/graph/shape.h"

namespace undine::shallow {

// predict.comp and correct.comp. Faces at the border of what a thread owns are computed by both of its neighbors: fewer
// threads with more columns do less work. A workgroup's columns are a block, which is visited as a whole or not at all.
inline const graph::ShapeFamily step_shapes{.name = "shallow/step",
                                            .unit = "columns",
                                            .shaders = {"shallow/predict.comp", "shallow/correct.comp"},
                                            .software = {2, 16, 16, 2},
                                            .hardware = {{1, 8, 32, 4}, {1, 4, 32, 8}, {1, 1, 32, 8}},
                                            .across = {1, 2, 4}};

}  // namespace undine::shallow

// Tiling of the wave solver's kernels. Cells lie four to a vec4.
#pragma once
#include "engine/graph/shape.h"

namespace undine::wave {

inline const graph::ShapeFamily step_shapes{.name = "wave/step",
                                            .unit = "cells",
                                            .shaders = {"wave/step.comp"},
                                            .software = {16, 8, 32, 2},
                                            .hardware = {{4, 1, 32, 4}, {1, 1, 64, 4}},
                                            .across = {1, 2, 4, 8, 16, 32}};
inline const graph::ShapeFamily surface_shapes{.name = "wave/surface",
                                               .unit = "cells",
                                               .shaders = {"wave/surface.comp"},
                                               .software = {4, 8, 32, 1},
                                               .hardware = {{4, 1, 32, 4}, {1, 1, 64, 4}},
                                               .across = {1, 2, 4}};

}  // namespace undine::wave

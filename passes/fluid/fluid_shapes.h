// Tiling of the fluid's kernels.
#pragma once
#include "engine/graph/shape.h"

namespace undine::fluid {

// All kernels that include fluid/grid.glsl: one cell, node or face after the other.
inline const graph::ShapeFamily cell_shapes{
    .name = "fluid/cells",
    .unit = "cells",
    .shaders = {"fluid/advect.comp", "fluid/project.comp", "fluid/relax.comp", "fluid/correct.comp"},
    .software = {1, 1, 32, 4},
    .hardware = {{1, 1, 32, 4}}};

}  // namespace undine::fluid

// Tiling of the Poisson solver's kernels. Sums run over strips that do not depend on the tiling
// (poisson_groups.h), so their rounding is the same.
#pragma once
#include "engine/graph/shape.h"

namespace undine::poisson {

inline const graph::ShapeFamily sweep_shapes{.name = "poisson/sweep",
                                             .unit = "cells of a color",
                                             .shaders = {"poisson/relax.comp"},
                                             .software = {16, 8, 32, 2},
                                             .hardware = {{4, 1, 32, 4}, {1, 1, 64, 4}},
                                             .across = {1, 2, 4, 8, 16, 32}};
inline const graph::ShapeFamily transfer_shapes{.name = "poisson/transfer",
                                                .unit = "coarse cells",
                                                .shaders = {"poisson/restrict.comp", "poisson/prolong.comp"},
                                                .software = {8, 4, 32, 2},
                                                .hardware = {{8, 1, 32, 4}, {4, 1, 32, 4}, {1, 1, 64, 4}},
                                                .across = {1, 2, 4, 8}};
inline const graph::ShapeFamily store_shapes{.name = "poisson/store",
                                             .unit = "cells",
                                             .shaders = {"poisson/store.comp"},
                                             .software = {8, 8, 32, 2},
                                             .hardware = {{8, 1, 32, 4}, {4, 1, 32, 4}, {1, 1, 64, 4}},
                                             .across = {1, 2, 4, 8}};

}  // namespace undine::poisson

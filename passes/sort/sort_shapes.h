// Tiling of the prefix scan: a workgroup always takes one tile.
#pragma once
#include "engine/graph/shape.h"
#include "passes/sort/counting_sort.h"

namespace undine::sort {

inline const graph::ShapeFamily scan_shapes{.name = "sort/scan",
                                            .unit = "numbers",
                                            .shaders = {"sort/scan.comp", "sort/scan_sum.comp"},
                                            .software = {16, 1, 64, 1},
                                            .hardware = {{4, 1, 256, 1}},
                                            .across = {4, 8, 16, 32, 64},
                                            .walks = false,
                                            .flat = true,
                                            .tile = scan_tile,
                                            .most_tile = scan_tile};

}  // namespace undine::sort

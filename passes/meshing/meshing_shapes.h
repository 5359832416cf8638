// Tiling of the meshing kernels.
#pragma once
#include "engine/graph/shape.h"
#include "passes/meshing/marching_cubes_params.h"

namespace undine::meshing {

// Kernels that walk the words of the blocks. A workgroup's counts are two numbers of sixteen bits: 256 words at most.
inline const graph::ShapeFamily marching_shapes{
    .name = "meshing/marching",
    .unit = "words of 32 cells",
    .shaders = {"meshing/marching_signs.comp", "meshing/marching_count.comp", "meshing/marching_place.comp"},
    .software = {4, 1, 64, 1},
    .hardware = {{1, 1, 64, 1}},
    .across = {1, 2, 4, 8, 16},
    .walks = false,
    .flat = true,
    .tile = block_words,
    .most_tile = 256};
inline std::uint32_t marching_group_blocks(const graph::Shape& s) { return s.across * s.group_x / block_words; }

// Kernels with a workgroup for each block of samples.
inline const graph::ShapeFamily field_shapes{.name = "meshing/field",
                                             .unit = "samples of a block",
                                             .shaders = {"meshing/particle_field.comp", "meshing/particle_smooth.comp"},
                                             .software = {64, 1, 8, 1},
                                             .hardware = {{2, 1, 256, 1}},
                                             .across = {2, 4, 8, 16, 32, 64},
                                             .walks = false,
                                             .flat = true,
                                             .tile = block_samples,
                                             .most_tile = block_samples};

}  // namespace undine::meshing

// Marching cubes on the GPU: the surface where a field on a grid of samples crosses a value, as an indexed mesh with
// one vertex per cut edge of the grid. Nothing is read back; the order of vertices and triangles is that of the grid,
// so two runs give the same bytes.
//
// A sample is inside if it is >= iso, and all cells at a sample agree; NaN is outside. Normals point away from the
// inside. The surface is open where the inside reaches the border of a dense grid.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/meshing/marching_cubes_params.h"

namespace undine::meshing {

// Floats. Dense: samples.z layers of samples.y rows, rows padded to a multiple of 8 samples. Sparse, if `table` is set:
// blocks of 8 x 8 x 8 samples, one after the other, x fastest.
struct ScalarField {
  graph::Buffer values;
  glm::uvec3 samples{0};  // >= 2; sparse: a multiple of 8
  glm::dvec3 origin{0};   // position of sample 0, meters
  double cell = 1;        // meters between samples
  // Sparse. Listed blocks must hold every sample that is inside and its 26 neighbors.
  graph::Buffer table;      // a uint per block of the whole grid, x fastest: its slot, or no_block
  graph::Buffer blocks;     // uints: slots / 16 rounded up, 1, 1, slots, then the table index of each slot's block
  std::uint32_t slots = 0;  // capacity of values and blocks
  double outside = 0;       // value of samples outside all blocks, for normals; less than iso
};

struct MeshLimits {
  std::uint32_t vertices = 0,
                triangles =
                    0;  // capacities: the mesh is truncated there; MarchingFigures holds the numbers without them
};
// Table of cases, for callers that store it across frames.
graph::Buffer make_cases(graph::State& state);
void upload_cases(graph::Graph& g, graph::Buffer cases);

// cases: the table of upload_cases(); null: uploaded with the mesh. The arguments of the mesh are MarchingFigures, the
// draw's arguments first.
SurfaceMesh marching_cubes(graph::Graph& g, const ScalarField& field, double iso, const MeshLimits& limits,
                           graph::Buffer cases = {});
// Writes to buffers of the caller: 32 bytes per vertex, 12 per triangle, sizeof(MarchingFigures).
void marching_cubes(graph::Graph& g, const ScalarField& field, double iso, const MeshLimits& limits,
                    const SurfaceMesh& into, graph::Buffer cases = {});

}  // namespace undine::meshing

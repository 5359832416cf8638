// Samples fields at points, on the GPU.
#pragma once
#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/solver.h"

namespace undine::query {

struct Samples {
  graph::Buffer values;              // a vec4 for each point
  std::vector<std::uint8_t> inside;  // of the grid's borders; others have the value at the border
};

// A field of {nz, nx} or {nz, nx, components} cells of `place`, at the x and z of the points: linear between the
// middles of cells, constant beyond those of the outermost ones. At least one point.
Samples sample(graph::Graph& g, const Field& field, const Place& place, std::span<const glm::dvec3> points);

}  // namespace undine::query

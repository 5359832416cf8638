// Walls of solid meshes through columns (passes/columns/cut_columns.h) on the GPU, and the water as it is shown there.
#pragma once
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/graph/state.h"
#include "passes/columns/settings.h"

namespace undine::shallow {

class CutWalls {
 public:
  // walls: as in CutColumns; empty: no column is cut.
  CutWalls(graph::State& state, std::string name, const columns::ColumnsSettings& s, const std::vector<float>& walls);
  void start(graph::Graph& g, const std::vector<float>& walls) const;
  // Declares them for a kernel that includes shallow/storage.glsl.
  template <class Node>
  Node& tell(Node& node) const {
    return node.optional("walls", walls_);
  }
  // `water` with depth and discharge over the open part of every column.
  graph::Buffer open_water(graph::Graph& g, graph::Buffer water, graph::Buffer bed) const;

 private:
  std::string name_;
  columns::ColumnsSettings s_;
  graph::Buffer walls_;
};

}  // namespace undine::shallow

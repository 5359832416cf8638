// Sluice gates: walls that stand on the ground and sink into it when they open. The bed is the maximum of ground and
// wall, so water stands on both sides as on any terrain and sinks with the wall.
#pragma once
#include <vector>

#include "passes/columns/columns.h"

namespace undine::columns {

class Gates {
 public:
  Gates(graph::State& state, const ColumnsSettings& settings, const SceneContext& context, const Columns& columns);
  void start(graph::Graph& g, const Columns& columns);
  // The bed as it is at `time`; declares nothing while no wall moves.
  void move(graph::Graph& g, graph::Buffer bed, double time);
  graph::Image ground() const { return ground_; }  // r32f: bed with walls, world y; none: the terrain

 private:
  ColumnsSettings s_;
  std::vector<ColumnRange> ranges_;
  std::vector<double> bottoms_, tops_;  // over origin.y
  graph::Buffer bare_;                  // ground without walls
  graph::Image ground_;
};

}  // namespace undine::columns

// Gates of a river: walls that stand on the ground and sink into it. The bed is the higher of ground and wall, so that
// water lies on both sides as on any terrain, and what stands over a wall that sinks goes down with it.
#pragma once
#include <vector>

#include "passes/pipes/pipes_columns.h"

namespace undine::pipes {

class PipesGates {
 public:
  PipesGates(graph::State& state, const PipesSettings& settings, const SceneContext& context,
             const PipesColumns& columns);
  void start(graph::Graph& g, const PipesColumns& columns);
  // The bed as it is at `time`; declares nothing while no wall moves.
  void move(graph::Graph& g, graph::Buffer bed, double time);
  graph::Image ground() const { return ground_; }  // r32f: bed with walls, world y; none: the terrain

 private:
  PipesSettings s_;
  std::vector<PipesRange> ranges_;
  std::vector<double> bottoms_, tops_;  // over origin.y
  graph::Buffer bare_;                  // ground without walls
  graph::Image ground_;
};

}  // namespace undine::pipes

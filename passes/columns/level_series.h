// Sources and drains with a level series: each clock step applies the level at its end, as depth over the bed.
#pragma once
#include <vector>

#include "passes/columns/columns.h"

namespace undine::columns {

class LevelSeries {
 public:
  LevelSeries(const ColumnsSettings& settings, const SceneContext& context);
  void start() { levels_.clear(); }
  // Levels of the same feeds; the next set() lays them all.
  void retune(const ColumnsSettings& settings);
  // Levels at `time`, into the fours of Columns::feed; declares nothing while no level changes.
  void set(graph::Graph& g, graph::Buffer feed, graph::Buffer bed, double time);

 private:
  struct Held {
    ColumnRange range;
    SourceOrDrain feed;
    int slot = 1;  // of the four: 1 a source's depth, 2 a drain's
  };
  ColumnsSettings s_;
  std::vector<Held> held_;
  std::vector<float> levels_;  // those laid last, over origin.y
};

}  // namespace undine::columns

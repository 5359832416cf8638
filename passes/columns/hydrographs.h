// Sources and drains with a hydrograph: each clock step applies the mean rate over the step, so the total volume is
// the integral of the series.
#pragma once
#include <vector>

#include "passes/columns/columns.h"

namespace undine::columns {

class Hydrographs {
 public:
  Hydrographs(graph::State& state, const ColumnsSettings& settings, const SceneContext& context);
  void start(graph::Graph& g, const Columns& columns);
  // Rates and series of the same feeds; the next set() lays them all.
  void retune(const ColumnsSettings& settings, const Columns& columns);
  // Rates of the step, into the fours of Columns::feed; declares nothing while no rate changes.
  void set(graph::Graph& g, graph::Buffer feed, const StepInfo& step);

 private:
  struct Flow {
    ColumnRange range;
    settings::Series series;
    double per_rate = 0;  // m/s on each of its columns for a m³/s
  };
  ColumnsSettings s_;
  std::vector<Flow> flows_;
  std::vector<float> rates_;  // those laid last
  graph::Buffer constant_;    // rates of all others, a float per column as stored
  std::vector<float> fresh_;  // what they are from the next set() on; empty: as they were
};

}  // namespace undine::columns

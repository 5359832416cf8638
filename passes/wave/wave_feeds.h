// Sources and drains of waves: both time levels of their cells gain the volume, so it arrives without velocity.
// Volumes are exact: rounding residuals are stored and returned, and each step adds a multiple of 2^-40 m, the
// difference of the integral at its two ends.
#pragma once
#include <functional>

#include "passes/grid/region.h"
#include "passes/wave/wave_account.h"

namespace undine::wave {

class WaveFeeds {
 public:
  // Errors name a region outside of the grid, or without water.
  WaveFeeds(graph::State& state, const WaveSettings& settings, const WaveMedium& medium, const SceneContext& context);
  void start(graph::Graph& g) const;
  void retune(const WaveSettings& settings);  // rates and series of the same feeds
  // `prepare` binds the grid, and u_now and u_prev to be changed; sub_steps as WaveFeedParams has it.
  void step(graph::Graph& g, const StepInfo& step, int sub_steps, bool varied, graph::Buffer totals,
            const WaveAccount::Prepare& prepare) const;
  void add_to(WaveAccount::Rests& rests) const;  // what they hold back

 private:
  struct Flow {
    WaveFeed feed;
    double sign = 1;
    grid::CellRange range;
    double area = 0;  // of its water, m²
    graph::Buffer rests;
  };
  std::vector<Flow> flows_;
};

}  // namespace undine::wave

// Changes of the wave height at the start of a step, in a fixed order: makers, drops, pushes, pours.
#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/grid/pointer_queue.h"
#include "passes/wave/wave_settings.h"

namespace undine::wave {

class WavePokes {
 public:
  using Prepare = std::function<void(graph::ComputeNode&)>;  // grid, what varies, and both levels to be changed
  struct Water {
    std::uint64_t seed = 0;
    double fastest = 0;                                        // speed of waves, m/s
    std::function<double(double period)> group_velocity = {};  // of dispersive waves, m/s; none: all are as fast
    bool varied = false;
    graph::Buffer totals;  // none: nobody counts
  };
  void take(const Disturbance& d);  // for the next step
  void forget();
  void step(graph::Graph& g, const StepInfo& step, const WaveSettings& s, const Water& water, const Prepare& prepare);

 private:
  std::vector<Disturbance> pushes_;
  grid::PointerQueue pours_;
};

}  // namespace undine::wave

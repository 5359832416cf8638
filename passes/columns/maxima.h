// Flood maps: maximum depth, maximum speed and arrival time of each column. Updated at the end of each clock step,
// beginning when one of the fields is requested.
#pragma once
#include <vector>

#include "engine/scene/solver.h"
#include "passes/columns/settings.h"

namespace undine::columns {

class Maxima {
 public:
  // `outlives` the object: settings of the water.
  Maxima(graph::State& state, const ColumnsSettings& settings, std::string name)
      : state_(&state), owner_(state.owner()), s_(settings), name_(std::move(name)) {}
  void start(graph::Graph& g);
  bool followed() const { return static_cast<bool>(planes_[0]); }
  // `water`: texels of columns_params.h; `flow`: discharge in the same rows, m²/s; `time`: of both, s; `fall`: as of
  // VelocityParams.
  void follow(graph::Graph& g, graph::Buffer water, graph::Buffer flow, double time, double fall);
  // NAME.max_depth, NAME.max_speed, NAME.arrival.
  void add_fields(std::vector<Field>& out);

 private:
  void make();
  graph::State* state_;
  std::uint32_t owner_;
  const ColumnsSettings& s_;
  std::string name_;
  graph::Buffer planes_[3];  // depth, m; speed, m/s; arrival, s + 1, 0: not yet; null: not followed
};

}  // namespace undine::columns

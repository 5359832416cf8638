// Base of the solvers of columns: surface, hulls, pointer, boundaries, gauges and statistics. A solver adds its step
// and its discharge (`flow`).
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "engine/core/round.h"
#include "engine/graph/memo.h"
#include "engine/scene/water_solver.h"
#include "passes/columns/account.h"
#include "passes/columns/columns.h"
#include "passes/columns/gates.h"
#include "passes/columns/hulls.h"
#include "passes/columns/hydrographs.h"
#include "passes/columns/level_series.h"
#include "passes/columns/maxima.h"
#include "passes/columns/node.h"
#include "passes/columns/open_edges.h"
#include "passes/columns/pointer.h"
#include "passes/ledger/figures.h"
#include "passes/ledger/ledger_params.h"

namespace undine::columns {

// Gravity of the water, or the scene's. Error: none.
double gravity_of(const ColumnsSettings& settings, const SceneContext& context);

class ColumnsSolver : public WaterSolver {
 public:
  // Elevation of the highest initial water over origin.y is known from `columns`.
  ColumnsSolver(graph::State& state, const ColumnsSettings& settings, const SceneContext& context,
                const Columns& columns);

  void disturb(const Disturbance& d) override { pointer_.take(d); }
  Ports ports() override;

 protected:
  struct Kernels {
    const char* stats;  // shader that sums volume and energy
    double fall;        // m/s^2: |u|^2 <= fall depth, of velocities that are shown
  };
  virtual Kernels kernels() const = 0;
  // Discharge of all columns along x and z, m^2/s, in rows of pitch_of(): 8 bytes each. flow(): as fast as the surface,
  // by which the water is drawn; mean_flow(): over the depth, for gauges.
  virtual graph::Buffer flow(graph::Graph& g) = 0;
  virtual graph::Buffer mean_flow(graph::Graph& g) { return flow(g); }
  // Water as it is shown and measured: its depth and discharge count over the open part of columns (cut_columns.h).
  graph::Buffer open_water(graph::Graph& g) {
    return open_water_.in(g, [&] { return find_open_water(g); });
  }
  virtual graph::Buffer find_open_water(graph::Graph&) { return water_; }
  virtual void tell_stats(graph::ComputeNode&) {}  // what kernels().stats reads besides water and bed

  // NAME.height, NAME.depth, NAME.bed, and the maxima.
  std::vector<Field> fields_of_levels();
  // Velocity from a discharge as flow() returns it, inside of the water's scope.
  graph::Buffer velocity_of(graph::Graph& g, graph::Buffer discharge);
  // Energy is sum[g h (bed + h / 2) + |q|^2 / 2h] dx dz, per density, over level origin.y: m^5/s^2. schedule: holds the
  // sub-steps taken at byte 8.
  void measure(graph::Graph& g, graph::Buffer schedule, std::function<void(const Stats&)> done);

  void start_around(graph::Graph& g, const Columns& columns);  // traces, pointer, gates, hulls
  // Boundaries of a clock step: gates, hydrographs, level series, hulls.
  void begin_step(graph::Graph& g, const StepInfo& step, const Columns& columns);
  void end_step(graph::Graph& g, const StepInfo& step);  // foam, maxima
  void forget_surface() override;
  // The parts of retune() that all such solvers share. columns: made anew where `fed`, what feeds and drains them.
  void retune_around(const ColumnsSettings& settings, const SceneContext& context, const Columns& columns, bool fed);
  GridPort grid_port_of(std::function<void(graph::Graph&, const Deposit&)> receive);
  grid::LedgerReceiveParams receive_params(const Deposit& deposit, double fastest) const;
  SurfaceField plain_surface(graph::Graph& g);  // without traces, calm and ground
  std::uint64_t count() const { return std::uint64_t{pitch_of(columns_settings_)} * columns_settings_.cells.y; }
  template <class Node>
  Node& grid(Node& node) const {
    return tell_columns(node, columns_settings_).over({columns_settings_.cells.x, columns_settings_.cells.y, 1});
  }

  double gravity_;
  graph::Buffer feed_;         // sources and drains, fours of columns_params.h; null: there are none
  bool refeed_ = false;        // they differ from those on the device
  graph::Buffer water_, bed_;  // fours of columns_params.h; meters over origin.y
  Pointer pointer_;
  Gates gates_;
  Hydrographs hydrographs_;
  LevelSeries level_series_;
  grid::Gauges gauges_;
  Hulls hulls_;
  std::function<void(graph::Graph&, const Displacement&)>
      carry_;  // by meshes that move, where not by the water's texels
  FlowTraces traces_;
  bool has_nested_;  // nested grids replace some of its columns
  ColumnsAccount account_;
  OpenEdges edges_;

 private:
  SurfaceField make_surface(graph::Graph& g) override;
  SurfaceField slope(graph::Graph& g);
  grid::Gauged gauged(graph::Graph& g, grid::Gauge::Measures what);
  graph::Buffer level(graph::Graph& g, graph::Buffer water, const char* what, std::int32_t which);
  Displaceable displaceable();
  virtual GridPort grid_port() = 0;
  ColumnsSettings columns_settings_;
  bool walled_;     // solid meshes stand in it
  double highest_;  // level over origin.y under which water is drawn whole
  graph::Memo<SurfaceField> plain_surface_;
  graph::Memo<graph::Buffer> open_water_;
  Maxima maxima_;
};

}  // namespace undine::columns

// Account of the sources and sinks of columns since the start, per column, in runs that request it
// (SceneContext::accounting). A solver's step publishes the depths before rain and sources (`unfed`); a kernel of the
// solver sums the flow across the borders. Both use pairs of floats, which keep the rounding residual.
#pragma once
#include <vector>

#include "engine/scene/solver.h"
#include "passes/columns/settings.h"
#include "passes/ledger/figures.h"

namespace undine::columns {

class ColumnsAccount {
 public:
  ColumnsAccount(graph::State& state, const ColumnsSettings& settings, const SceneContext& context);
  bool counts() const { return counts_; }
  bool feeds() const { return static_cast<bool>(feeds_); }  // rain, sources or drains are counted
  bool edges() const { return static_cast<bool>(edges_); }
  void start(graph::Graph& g) const;

  // Depth and rounding rest of every column before rain, sources and drains of a sub-step; this frame's.
  graph::Buffer unfed(graph::Graph& g);
  // After a sub-step; `prepare` says what it runs over and whether it is taken.
  using Prepare = std::function<void(graph::ComputeNode&)>;
  void count(graph::Graph& g, graph::Buffer water, graph::Buffer unfed, graph::Buffer feed, graph::Buffer schedule,
             const Prepare& prepare) const;
  // Account of the pointer's water; null: not counted.
  graph::Buffer come() const { return feeds_; }
  graph::Buffer passed() const { return edges_; }

  struct Readings {
    bool counts = false, feeds = false, edges = false;
    std::uint32_t weather_at = 0, feeds_at = 0, edges_at = 0;
    double area = 0;
    std::optional<Budget> tell(const grid::Figures::Reader& reader) const;
  };
  static constexpr std::uint32_t figures_bytes = 3 * 4 * grid::figures_sum_words;
  Readings read(graph::Graph& g, grid::Figures& figures) const;

 private:
  std::uint64_t longest() const { return std::max(s_.cells.x, s_.cells.y); }
  ColumnsSettings s_;
  std::string name_;
  bool counts_ = false;
  graph::Buffer weather_,
      feeds_;            // of a column: what has fallen and dried up; what has come from sources, gone to drains
  graph::Buffer edges_;  // of a border column: what has come in and gone out, meters; sides one after the other
};

}  // namespace undine::columns

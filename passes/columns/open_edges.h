// Edges of a grid of columns where couplings take water: open edges and bed steps that overflow, and level edges with
// an interface to another grid. Records the columns that couplings use, for the solver's step and account.
#pragma once
#include <functional>
#include <vector>

#include "engine/scene/coupling_ports.h"
#include "passes/columns/columns_params.h"
#include "passes/columns/settings.h"
#include "passes/ledger/figures.h"
#include "passes/ledger/ledger_params.h"

namespace undine::columns {

class OpenEdges : public EdgePort {
 public:
  // Abilities of a solver; null where it lacks them.
  struct Solver {
    std::function<BedSteps(const CouplingBox&, double drop)> bed_steps;  // overflow at bed steps
    std::function<void(graph::Graph&, const LevelEdge&)> hold;           // level edges that a grid continues
    std::function<void(const std::vector<OverflowEdge>&)> check;         // throws Error where it cannot give these
  };
  // `settings` and `gravity` outlive the object.
  OpenEdges(const ColumnsSettings& settings, const double& gravity) : s_(settings), gravity_(gravity) {}
  void set_solver(Solver solver) { solver_ = std::move(solver); }

  std::vector<EdgeSegment> open_edges(const CouplingBox& box) const override { return segments(box, Edge::open); }
  std::vector<EdgeSegment> level_edges(const CouplingBox& box) const override { return segments(box, Edge::level); }
  BedSteps bed_steps(const CouplingBox& box, double drop) const override;
  void set_overflows(std::vector<OverflowEdge> edges) override;
  void set_interfaces(std::vector<LevelEdge> edges) override;
  bool has_level_edges() const override { return static_cast<bool>(solver_.hold); }
  void hold(graph::Graph& g, const LevelEdge& edge) override { solver_.hold(g, edge); }
  glm::dvec2 cell() const override { return s_.cell(); }
  glm::dvec3 origin() const override { return s_.origin; }

  const std::vector<OverflowEdge>& overflows() const { return overflows_; }
  const std::vector<LevelEdge>& interfaces() const { return interfaces_; }
  graph::Buffer falling() const;  // OverflowEdge::falling; null: no bed step overflows
  // The interfaces have changed since the last call.
  bool take_changed() { return std::exchange(changed_, false); }
  // Meters by which the surface is drawn past each edge that overflows: no gap to the nappe.
  glm::dvec4 past() const;
  // Only couplings change the volume: no source, drain or rain, and walls or claimed columns all around.
  bool closed() const;
  grid::LedgerGiveParams give_params(const OverflowEdge& e) const;
  grid::LedgerGiveParams give_params(const LevelEdge& e) const;

  // Columns of open borders that no coupling claims. corners_once: a column of two such edges spills over both as one.
  // Error: more stretches than are counted; `name` is the water's.
  BorderParams borders(const std::string& name, bool corners_once) const;
  // Sums of the rounding residuals: outflow less than a quantum, of each claimed edge.
  std::vector<std::uint32_t> residuals(graph::Graph& g, grid::Figures& figures, const std::string& name) const;
  std::uint32_t residual_bytes() const;

 private:
  std::vector<EdgeSegment> segments(const CouplingBox& box, Edge kind) const;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> claimed(int side, bool corners_once) const;
  const ColumnsSettings& s_;
  const double& gravity_;
  Solver solver_;
  std::vector<OverflowEdge> overflows_;
  std::vector<LevelEdge> interfaces_;
  bool changed_ = false;
};

}  // namespace undine::columns

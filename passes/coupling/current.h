// The flow of one grid carries another's waves: its velocity, between the four nearest of its cells, on the faces of
// the waves' own. The waves do the rest, as fluxes through these faces [passes/wave/wave_current.h]. It ends where the
// flow's grid or the region does.
#pragma once
#include <functional>
#include <string>

#include "engine/scene/exchange.h"
#include "engine/scene/solver.h"
#include "passes/ledger/figures.h"

namespace undine::exchange {

class Current {
 public:
  // Errors name both waters: no flow, no waves, no place that both have.
  Current(const ExchangeSettings& s, const std::string& where, Solver& from, Solver& to, const Place& place);
  void make(graph::State& state, const std::string& name);
  void step(graph::Graph& g, const StepInfo& step);
  graph::Buffer peak() const { return peak_; }

  static constexpr std::uint32_t peak_bytes = 8;
  struct Reading {
    std::optional<std::uint32_t> at;
    double most = 0, dt = 0;
    void tell(const grid::Figures::Reader& reader, ExchangeFigures& figures) const;
  };
  Reading read(grid::Figures& figures) const;

 private:
  std::string ends_;
  Carried waves_;
  std::function<FieldView(graph::Graph&)> velocity_;
  glm::uvec2 cells_{0};             // of the flow
  glm::dvec2 begin_{0}, ratio_{1};  // of the waves' grid in cells of the flow, and of one of its cells
  glm::dvec2 low_{0}, high_{0};     // the region, in cells of the flow
  graph::Buffer peak_;              // two floats: 1/s and m/s
  double dt_ = 0;                   // of the last clock step
};

}  // namespace undine::exchange

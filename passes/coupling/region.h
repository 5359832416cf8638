// Particles that stand in for a box of columns, two-way. The columns end at the box as at walls; what passes its open
// sides leaves their border columns, or comes into them, as water through a wall (as over a join). To the particles
// their own walls are mirrors, and in a band along each open side they come and go at the surface: as long as the band
// is short against the waves, a wall with a source before it is a piston, which lets waves through either way.
// Discharge where the characteristic that leaves the columns meets the one that leaves the particles, which is seen
// behind the band and comes to the line as much later as waves need for the way [shaders/coupling/region_flux.comp].
// Volume: whole quanta leave the columns, are owed, and become whole particles; and back.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "engine/scene/exchange.h"
#include "engine/scene/solver.h"
#include "passes/coupling/exchange_params.h"

namespace undine::exchange {

class Region {
 public:
  // Errors name both waters: not columns and particles that can do this, a domain that is no box of these columns.
  Region(const ExchangeSettings& s, const std::string& where, Solver& from, Solver& to,
         const std::optional<Heightmap>& terrain);
  void make(graph::State& state, const std::string& name);
  void start(graph::Graph& g);
  // `arguments`: a dispatch over the particles; `begins`: the first of the clock step that gives some.
  void step(graph::Graph& g, const StepInfo& step, graph::Buffer arguments, bool begins);
  void hand_back(graph::Graph& g);  // what is owed, to the columns
  const ParticleGate& gate() const { return gate_; }
  graph::Buffer tally() const { return tally_; }

 private:
  struct Side {
    RegionSide line;
    int side = 0;                   // of the box: -x +x -z +z
    glm::uvec2 first{0}, count{0};  // border columns
    graph::Buffer gains;
  };
  void add_side(int side, const glm::uvec2& first, const glm::uvec2& count);
  double floor_under(const Side& side, int strip, double from, const std::optional<Heightmap>& terrain) const;
  void squeeze(graph::Graph& g, graph::Buffer arguments, const RegionParams& params);
  void measure(graph::Graph& g, graph::Buffer arguments, const RegionParams& params);
  graph::Buffer occupy(graph::Graph& g, const RegionParams& params);  // none: nothing stands among the particles
  void flux(graph::Graph& g, std::size_t k, const StepInfo& step, graph::Buffer occupied);
  glm::dvec2 cell() const { return grid_.size / glm::dvec2(grid_.cells); }
  int layers() const { return static_cast<int>(std::ceil((gate_.high.y - gate_.low.y) / gate_.spacing - 1e-6)); }
  double strip_area(const Side& side) const { return band_ * static_cast<double>(side.line.width); }

  std::string where_, ends_;
  Catcher grid_;
  ParticleGate gate_;
  std::function<FieldView(graph::Graph&)> depth_, bed_, flow_;
  std::vector<Side> sides_;
  std::vector<RegionStrip> strips_;  // at the start
  double band_ = 0, gravity_ = 0;
  std::int64_t particle_ = 0;
  glm::ivec2 squares_count_{0};
  graph::Buffer lines_, strip_states_, squares_, behind_, tally_;
};

}  // namespace undine::exchange

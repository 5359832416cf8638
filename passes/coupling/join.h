// Where columns end and another grid goes on: level and discharge agree along the line. The columns' edge is held at
// the level beyond it, so that what passes is what their own equations let pass (exact for long waves: the level is
// common, and the discharge too, as the grid beyond gets it through what is a wall to it, which leaves its equations as
// they are: flux through the border of a linear wave is a source in its border cells). Each grid has its own
// resolution. Volume: what the columns lost in whole quanta is what the grid gains.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/exchange.h"
#include "engine/scene/solver.h"

namespace undine::exchange {

struct Line {  // of one edge
  BrinkEdge edge;
  Seam seam;
  std::uint32_t cells = 0;  // of the grid beyond, along the line
  double begin = 0;         // of the first column, in those cells
  double ratio = 1;         // cells a column is long
  glm::uvec2 first{0}, count{0};
  bool two_rows = false;  // the level goes on from two rows of cells to the line
  graph::Buffer gains, owed, tally;
};

class Join {
 public:
  // Errors name both waters: nothing that goes on beyond an edge of `from`, an edge beyond which there is no wall.
  Join(const ExchangeSettings& s, const std::string& where, Solver& from, Solver& to);
  void make(graph::State& state, const std::string& name);
  void start(graph::Graph& g);
  void step(graph::Graph& g, const StepInfo& step);
  void pay(graph::Graph& g);  // of what cells owe, as much as they can give
  // To those of other joins of the same columns. Errors: columns that another one has.
  void add_to(std::vector<Seam>& seams) const;
  const std::vector<Line>& lines() const { return lines_; }

 private:
  void hand_over(graph::Graph& g, double dt);
  void hold(graph::Graph& g);
  double cell_area() const { return grid_.size.x / grid_.cells.x * grid_.size.y / grid_.cells.y; }
  std::string where_, ends_;
  Seams seams_;
  Catcher grid_;
  // Of the grid. depth_: none where it cannot run dry; flow_: its velocities, or none.
  std::function<FieldView(graph::Graph&)> height_, depth_, flow_;
  std::vector<Line> lines_;
};

}  // namespace undine::exchange

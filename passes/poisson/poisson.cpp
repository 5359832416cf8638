// Poisson solver: settings, transfer of its fields, and convergence control on the GPU.
//   sources    [Trottenberg et al. 2001], [McAdams et al. 2010]
#include "passes/poisson/poisson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/poisson/poisson_groups.h"
#include "passes/poisson/poisson_shapes.h"

namespace undine::poisson {

using namespace poisson;

void PoissonSettings::describe(settings::Visitor& v) {
  v.choice("solver", solver, {"jacobi", "red-black", "multigrid", "conjugate-gradient"},
           {.help = "how the linear system is solved"});
  v.choice("cycle", cycle, {"v", "f"}, {.help = "multigrid cycle"});
  v.value("iterations", iterations,
          {.help = "maximum number of cycles or sweeps; 0: until the tolerance is met, with a limit by the last steps; "
                   "the next step reduces the remaining residual",
           .min = 0,
           .max = 10000});
  v.value("smoothings", smoothings, {.help = "red-black sweeps before and after a coarse level", .min = 1, .max = 8});
  v.value("tolerance", tolerance,
          {.help = "residual relative to the right side in the 2-norm; 0: all iterations", .min = 0, .max = 1});
  v.value("omega", omega,
          {.help = "relaxation of jacobi (up to 1) and red-black (up to 2)", .min = 0, .max = 2, .above_min = true});
}

std::uint32_t PoissonSettings::most() const {
  const bool swept = solver == PoissonMethod::jacobi || solver == PoissonMethod::red_black;
  return iterations > 0 ? iterations : swept ? 400 : 20;
}

std::uint32_t PoissonSettings::usual() const {
  const bool swept = solver == PoissonMethod::jacobi || solver == PoissonMethod::red_black;
  if (swept || iterations > 0 || tolerance == 0) return most();
  return static_cast<std::uint32_t>(std::clamp(std::ceil(std::log(tolerance) / std::log(0.18) - 0.1), 1.0, 20.0));
}

Poisson::Poisson(graph::State& state, const std::string& name, const PoissonGrid& grid, const PoissonSettings& settings)
    : state_(state), owner_(state.owner()), name_(name), grid_(grid), s_(settings) {
  if (grid.cells.x == 0 || grid.cells.y == 0 || !(grid.cell.x > 0) || !(grid.cell.y > 0))
    throw Error(Exit::failure, name + "/poisson", "a grid without cells or size", "give cells and cell over 0");
  make_levels();
}

void Poisson::load(graph::Graph& g, graph::Buffer rhs, graph::Buffer p) {
  Level& l = levels_[0];
  const bool packed = grid_.cells.x % 4 == 0;
  const Group group = row_group(l.shape);
  const auto count = row_size(l.shape, load_rows);
  const bool cg = s_.solver == PoissonMethod::conjugate_gradient;
  const auto area = static_cast<float>(grid_.cell.x * grid_.cell.y);
  auto node = g.compute("load", "poisson/load.comp").variant("PACKED", packed).variant("VARIED", varied_);
  if (varied_) node.read("faces", l.faces);
  node.read("p", p)
      .read("rhs", rhs)
      .write("red", cg ? cg_.p[0].here() : l.color[0].here())
      .write("black", cg ? cg_.p[1].here() : l.color[1].here())
      .write("plane_rhs", cg ? cg_.rhs : l.rhs)
      .write("sums", sums_)
      .constant("single_texels", packed && grid_.single_texels)
      .constant("rows", load_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
      .params(PoissonCopyParams{l.shape, area})
      .groups({count[0], count[1], 1});
  const bool open = borders_.west || borders_.east || borders_.north || borders_.south;
  centered_ = !shifted_ && (varied_ || !open);
  if (centered_) judge(g, poisson_judge_mean, parts_of(l.shape, load_rows), 0);
}

void Poisson::store(graph::Graph& g, graph::Buffer p) {
  Level& l = levels_[0];
  const bool cg = s_.solver == PoissonMethod::conjugate_gradient;
  const graph::Shape shape = state_.shapes().of(store_shapes, cell_plane(l.shape));
  g.compute("store", "poisson/store.comp")
      .variant("PACKED", grid_.cells.x % 4 == 0)
      .read("red", cg ? cg_.p[0].here() : l.color[0].here())
      .read("black", cg ? cg_.p[1].here() : l.color[1].here())
      .write("p", p)
      .shape(shape, cell_plane(l.shape))
      .params(PoissonCopyParams{l.shape, 0});
}

void Poisson::judge(graph::Graph& g, int phase, std::uint32_t parts, std::uint32_t sweeps) {
  const bool swept = s_.solver == PoissonMethod::jacobi || s_.solver == PoissonMethod::red_black;
  g.compute("judge", "poisson/judge.comp")
      .read("sums", sums_)
      .read("full", full_)
      .write("live", live_)
      .modify("report", report_)
      .read("outflow", outflow_)
      .params(PoissonJudgeParams{.phase = phase,
                                 .parts = static_cast<int>(parts),
                                 .nodes = static_cast<int>(arguments_.size() / 3),
                                 .singular = varied_ ? 2 : 1,
                                 .sweeps = static_cast<int>(sweeps),
                                 .tolerance = static_cast<float>(s_.tolerance),
                                 .stall = swept || s_.tolerance == 0 ? 1e30f : 0.95f})
      .groups({1, 1, 1});
}

void Poisson::solve(graph::Graph& g, graph::Buffer rhs, graph::Buffer start, graph::Buffer p, double shift,
                    std::uint32_t most) {
  auto scope = g.scope(g.name(name_ + "/poisson"));
  shapes(shift);
  limited_ = s_.tolerance > 0;
  if (!planned_) plan_dispatches(g);
  planned_ = true;
  load(g, rhs, start);
  if (s_.solver == PoissonMethod::conjugate_gradient) {
    conjugate(g, most);
    return store(g, p);
  }
  measure(g, poisson_judge_begin, 0, true);
  if (s_.solver == PoissonMethod::jacobi || s_.solver == PoissonMethod::red_black) {
    const bool both = s_.solver == PoissonMethod::jacobi || s_.omega != 1 || levels_[0].seam;
    for (std::uint32_t done = 0, look = most; done < most; done += look) {
      // An even number of sweeps between checks, so that the solution is always in the same buffers.
      if (limited_) look = std::min(8u, most - done + (most - done) % 2);
      sweeps(g, look);
      measure(g, poisson_judge_cycle, look, both);
    }
  } else {
    for (std::uint32_t i = 0; i < most; ++i) {
      cycle(g, 0, s_.cycle, false);
      if (limited_ || i + 1 == most) measure(g, poisson_judge_cycle, limited_ ? 1 : most, levels_[0].seam);
    }
  }
  store(g, p);
}

}  // namespace undine::poisson

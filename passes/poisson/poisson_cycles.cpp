// Sweeps, cycles and conjugate gradients of the Poisson solver.
#include <fmt/format.h>

#include <algorithm>

#include "passes/poisson/poisson.h"
#include "passes/poisson/poisson_groups.h"

namespace undine::poisson {

using namespace poisson;

template <class Node>
Node& Poisson::common(Node& node, const Level& l) {
  node.constant("periodic_x", grid_.periodic_x).constant("periodic_z", grid_.periodic_z).constant("shifted", shifted_);
  node.constant("coefficients", weighted_);
  if (varied_) node.read("faces", l.faces);
  return node;
}

void Poisson::size(graph::ComputeNode& node, std::uint32_t slot) {
  if (limited_) {
    node.indirect(live_, 12ull * slot);
  } else {
    const std::uint32_t* a = &arguments_[std::size_t{3} * slot];
    node.groups({a[0], a[1], a[2]});
  }
}

// Pass over the finest level that writes partial sums for the judge. The first passes of a solve always run; later ones
// have no workgroups after convergence.
graph::ComputeNode Poisson::sum(graph::Graph& g, const char* verb, graph::Variant variant, const Values (&values)[2],
                                graph::Buffer rhs, bool both, int phase) {
  const Level& l = levels_[0];
  const Group group = row_group(l.shape);
  auto node = g.compute(verb, "poisson/residual.comp", variant).variant("VARIED", varied_);
  common(node, l)
      .constant("both", both)
      .constant("rows", sum_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
      .read("red", values[0].here())
      .read("black", values[1].here())
      .read("rhs", rhs)
      .read("report", report_)
      .write("sums", sums_);
  if (phase == poisson_judge_begin) {
    const auto count = row_size(l.shape, sum_rows);
    node.groups({count[0], count[1], 1});
  } else {
    size(node, l.dispatch + 1);
  }
  return node;
}

void Poisson::measure(graph::Graph& g, int phase, std::uint32_t sweeps, bool both) {
  const Level& l = levels_[0];
  sum(g, "measure", {}, l.color, l.rhs, both, phase).params(PoissonRelaxParams{l.shape, 1, center(l)});
  judge(g, phase, parts_of(l.shape, sum_rows), sweeps);
}

// apart: writes to the color's other buffer, so that the other color still reads the old values (Jacobi).
void Poisson::sweep(graph::Graph& g, Level& l, int color, double omega, bool apart) {
  const bool keeps = omega != 1 || l.seam;
  Values &mine = l.color[color], &other = l.color[1 - color];
  auto node = g.compute(color == 0 ? "sweep_red" : "sweep_black", "poisson/relax.comp")
                  .variant("KEEPS", keeps)
                  .variant("VARIED", varied_);
  common(node, l)
      .constant("color", color)
      .shape(sweep_shape(l))
      .read("other", other.here())
      .read("rhs", l.rhs)
      .read("report", report_);
  if (keeps) node.read("own", mine.here());
  node.write("next", keeps || apart ? mine.plane[1 - mine.now] : mine.here())
      .params(PoissonRelaxParams{l.shape, static_cast<float>(omega), center(l)});
  size(node, l.dispatch);
  if (keeps && !apart) mine.now = 1 - mine.now;
}

void Poisson::sweeps(graph::Graph& g, std::uint32_t count) {
  Level& l = levels_[0];
  const bool apart = s_.solver == PoissonMethod::jacobi;
  for (std::uint32_t i = 0; i < count; ++i) {
    sweep(g, l, 0, s_.omega, apart);
    sweep(g, l, 1, s_.omega, apart);
    if (apart)
      for (Values& v : l.color) v.now = 1 - v.now;
  }
}

// Runs half sweeps from `first` on: even numbers are red.
void Poisson::smooth(graph::Graph& g, Level& l, std::uint32_t first) {
  for (std::uint32_t i = first; i < 2 * s_.smoothings; ++i) sweep(g, l, static_cast<int>(i % 2), 1, false);
}

void Poisson::small(graph::Graph& g, int cycles, bool warm) {
  Level& l = levels_.back();
  small_.smoothings = static_cast<int>(s_.smoothings);
  small_.cycles = cycles;
  small_.warm = warm;
  small_.center = center(l);
  auto node = g.compute("solve_small", "poisson/small.comp").variant("VARIED", varied_);
  node.constant("periodic_x", grid_.periodic_x).constant("periodic_z", grid_.periodic_z).constant("shifted", shifted_);
  node.constant("coefficients", weighted_);
  if (varied_) node.read("faces", small_faces_);
  node.read("rhs", l.rhs)
      .read("report", report_)
      .modify("red", l.color[0].here())
      .modify("black", l.color[1].here())
      .modify("pool", pool_)
      .params(small_);
  size(node, l.dispatch + 2);
}

void Poisson::cycle(graph::Graph& g, std::size_t level, PoissonCycle kind, bool from_zero) {
  if (level + 1 == levels_.size()) return small(g, kind == PoissonCycle::f ? 2 : 1, !from_zero);
  Level &fine = levels_[level], &coarse = levels_[level + 1];
  smooth(g, fine, from_zero ? 1 : 0);
  const graph::Shape shape = transfer_shape(coarse);
  const bool last = level + 2 == levels_.size();
  auto down = g.compute("restrict", "poisson/restrict.comp").variant("VARIED", varied_);
  common(down, fine)
      .constant("both", fine.seam)
      .shape(shape)
      .read("red", fine.color[0].here())
      .read("black", fine.color[1].here())
      .read("rhs", fine.rhs)
      .read("report", report_)
      .write("coarse_rhs", coarse.rhs)
      .write("coarse_red", coarse.color[0].here())
      .params(PoissonPairParams{fine.shape, coarse.shape, center(fine)});
  if (varied_) down.read("coarse_faces", coarse.faces);
  size(down, fine.dispatch + 2);
  if (coarse.seam && !last) g.clear("forget", coarse.color[1].here());
  cycle(g, level + 1, kind, true);
  if (kind == PoissonCycle::f && !last) cycle(g, level + 1, PoissonCycle::v, false);
  for (int color = fine.seam ? 0 : 1; color < 2; ++color) {
    auto up = g.compute("prolong", "poisson/prolong.comp").variant("VARIED", varied_);
    common(up, fine)
        .constant("color", color)
        .shape(shape)
        .read("coarse_red", coarse.color[0].here())
        .read("coarse_black", coarse.color[1].here())
        .modify("values", fine.color[color].here())
        .params(PoissonPairParams{fine.shape, coarse.shape, center(fine)});
    if (varied_) up.read("coarse_faces", coarse.faces);
    size(up, fine.dispatch + 2);
  }
  smooth(g, fine, 0);
}

// Computes A v, or rhs - A v, and then the judge's phase on their sums.
void Poisson::apply(graph::Graph& g, const Values (&values)[2], graph::Buffer rhs, graph::Buffer result, int phase) {
  const Level& l = levels_[0];
  const bool product = phase == poisson_judge_alpha;
  sum(g, product ? "multiply" : "measure", {.with = "RESULT"}, values, rhs, true, phase)
      .write("result", result)
      .params(PoissonRelaxParams{l.shape, product ? 0.0f : 1.0f, centered_ && !product ? 1.0f : 0.0f});
  judge(g, phase, parts_of(l.shape, sum_rows), 1);
}

// Flexible conjugate gradients. The residual is recomputed from p, so that rounding errors do not accumulate.
void Poisson::conjugate(graph::Graph& g, std::uint32_t most) {
  Level& l = levels_[0];
  const std::uint32_t count = static_cast<std::uint32_t>(plane_bytes(l.shape) / 16);
  const PoissonVectorParams vectors{static_cast<int>(count), static_cast<int>(std::min(count, vector_threads))};
  const bool centered = centered_;
  for (Values& v : l.color) g.clear("forget", v.here());
  apply(g, cg_.p, cg_.rhs, l.rhs, poisson_judge_begin);
  for (std::uint32_t i = 0; i < most; ++i) {
    centered_ = false;  // the residual has no mean
    cycle(g, 0, s_.cycle, false);
    auto dot = g.compute("correlate", "poisson/dot.comp");
    dot.read("red", l.color[0].here()).read("black", l.color[1].here()).read("now", l.rhs).read("before", cg_.before);
    dot.write("sums", sums_).params(vectors);
    size(dot, cg_.dispatch);
    judge(g, poisson_judge_beta, static_cast<std::uint32_t>(vectors.threads), 0);
    auto turn = g.compute("turn", "poisson/direction.comp");
    turn.read("red", l.color[0].here()).read("black", l.color[1].here()).read("report", report_).params(vectors);
    turn.modify("direction_red", cg_.direction[0].here()).modify("direction_black", cg_.direction[1].here());
    size(turn, cg_.dispatch);
    apply(g, cg_.direction, cg_.rhs, cg_.product, poisson_judge_alpha);
    auto advance = g.compute("advance", "poisson/advance.comp");
    advance.read("direction_red", cg_.direction[0].here()).read("direction_black", cg_.direction[1].here());
    advance.modify("red", cg_.p[0].here()).modify("black", cg_.p[1].here()).read("report", report_).params(vectors);
    advance.write("cycle_red", l.color[0].here()).write("cycle_black", l.color[1].here());
    size(advance, cg_.dispatch);
    std::swap(l.rhs, cg_.before);
    centered_ = centered;
    apply(g, cg_.p, cg_.rhs, l.rhs, poisson_judge_cycle);
  }
}

}  // namespace undine::poisson

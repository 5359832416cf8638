// Multigrid, sweeps and their control on the GPU.
//   sources    [Trottenberg et al. 2001], [McAdams et al. 2010]
#include "passes/poisson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace undine {
namespace {

constexpr std::uint32_t sweep_width = 4, sweep_rows = 8, sum_rows = 32, transfer_rows = 4, copy_rows = 8;
constexpr std::uint32_t vector_threads = 2048;
constexpr std::uint32_t small_cells = 64;  // levels this wide or less go to one workgroup

std::uint32_t groups_of(std::uint32_t n, std::uint32_t size) { return (n + size - 1) / size; }

struct Group {
  std::uint32_t x, y;
};
Group group_of(std::uint32_t threads_x) { return threads_x > 16 ? Group{32, 2} : Group{8, 8}; }
Group sweep_group(const PoissonLevel& l) {
  return group_of(groups_of(static_cast<std::uint32_t>(l.columns), sweep_width));
}
Group row_group(const PoissonLevel& l) { return group_of(static_cast<std::uint32_t>(l.columns)); }

std::array<std::uint32_t, 3> sweep_size(const PoissonLevel& l) {
  const Group g = sweep_group(l);
  return {groups_of(static_cast<std::uint32_t>(l.columns), sweep_width * g.x),
          groups_of(static_cast<std::uint32_t>(l.cells.y), sweep_rows * g.y), 1};
}
std::array<std::uint32_t, 3> row_size(const PoissonLevel& l, std::uint32_t rows) {
  const Group g = row_group(l);
  return {groups_of(static_cast<std::uint32_t>(l.columns), g.x),
          groups_of(static_cast<std::uint32_t>(l.cells.y), rows * g.y), 1};
}
std::uint32_t parts_of(const PoissonLevel& l, std::uint32_t rows) {
  return static_cast<std::uint32_t>(l.columns) * groups_of(static_cast<std::uint32_t>(l.cells.y), rows);
}
std::uint64_t plane_bytes(const PoissonLevel& l) {
  return std::uint64_t{16} * static_cast<std::uint32_t>(l.columns) * static_cast<std::uint32_t>(l.cells.y);
}

// Reach of the faces of an axis of n cells made of `fine` cells of the finest level, `scale` to a whole one.
struct Axis {
  float low, inner, high, last;
};
Axis axis_of(int n, int fine, int scale, bool periodic, bool open_low, bool open_high) {
  const double last = static_cast<double>(fine - (n - 1) * scale) / scale, outside = 0.5 / scale;
  const double inner = 2 / (1 + last);
  double low = open_low ? 1 / ((n > 1 ? 0.5 : 0.5 * last) + outside) : 0;
  double high = open_high ? 1 / (0.5 * last + outside) : 0;
  if (periodic) low = high = n > 1 ? inner : 0;
  return {static_cast<float>(low), static_cast<float>(inner), static_cast<float>(high), static_cast<float>(last)};
}

}  // namespace

void PoissonSettings::describe(settings::Visitor& v) {
  v.choice("solver", solver, {"jacobi", "red-black", "multigrid", "conjugate-gradient"},
           {.help = "how the linear system is solved"});
  v.choice("cycle", cycle, {"v", "f"}, {.help = "order in which multigrid visits its levels"});
  v.value("iterations", iterations,
          {.help = "most cycles or sweeps; 0: until the tolerance is met", .min = 0, .max = 10000});
  v.value("smoothings", smoothings, {.help = "red-black sweeps before and after a coarse level", .min = 1, .max = 8});
  v.value("tolerance", tolerance,
          {.help = "residual over the right side, 2-norms; 0: all iterations", .min = 0, .max = 1});
  v.value("omega", omega,
          {.help = "relaxation of jacobi (up to 1) and red-black (up to 2)", .min = 0, .max = 2, .above_min = true});
}

std::uint32_t PoissonSettings::most() const {
  const bool swept = solver == PoissonMethod::jacobi || solver == PoissonMethod::red_black;
  return iterations > 0 ? iterations : swept ? 400 : 20;
}

Poisson::Poisson(graph::State& state, const std::string& name, const PoissonGrid& grid, const PoissonSettings& settings)
    : state_(state), name_(name), grid_(grid), s_(settings) {
  if (grid.cells.x == 0 || grid.cells.y == 0 || !(grid.cell.x > 0) || !(grid.cell.y > 0))
    throw Error(Exit::failure, name + "/poisson", "a grid without cells or size", "give cells and cell over 0");
  make_levels();
}

graph::Buffer Poisson::make(const std::string& what, std::uint64_t bytes) {
  bytes_ += bytes;
  return state_.buffer(fmt::format("{}/poisson/{}", name_, what), {.bytes = bytes});
}

std::uint64_t Poisson::bytes() const { return bytes_; }

PoissonLevel Poisson::shape(std::uint32_t level) const {
  const int scale = 1 << level;
  const glm::ivec2 fine(grid_.cells);
  PoissonLevel l{};
  l.cells = (fine + scale - 1) / scale;
  l.columns = (l.cells.x + 7) / 8;
  l.along_x = static_cast<float>(grid_.cell.y / grid_.cell.x);
  l.along_z = static_cast<float>(grid_.cell.x / grid_.cell.y);
  const bool v = varied_;  // faces say themselves where the border is open
  const Axis x = axis_of(l.cells.x, fine.x, scale, grid_.periodic_x, v || borders_.west, v || borders_.east);
  const Axis z = axis_of(l.cells.y, fine.y, scale, grid_.periodic_z, v || borders_.north, v || borders_.south);
  l.west = x.low, l.to_east = x.inner, l.east = x.high, l.wide = x.last;
  l.north = z.low, l.to_south = z.inner, l.south = z.high, l.tall = z.last;
  return l;
}

void Poisson::make_levels() {
  const bool swept = s_.solver == PoissonMethod::jacobi || s_.solver == PoissonMethod::red_black;
  std::uint32_t dispatches = 0;
  for (std::uint32_t i = 0;; ++i) {
    Level l;
    l.shape = shape(i);
    l.seam = (grid_.periodic_x && l.shape.cells.x % 2 == 1) || (grid_.periodic_z && l.shape.cells.y % 2 == 1);
    const std::uint64_t bytes = plane_bytes(l.shape);
    const bool twice = l.seam || (swept && (s_.solver == PoissonMethod::jacobi || s_.omega != 1));
    for (int c = 0; c < 2; ++c)
      for (int k = 0; k < (twice ? 2 : 1); ++k)
        l.color[c].plane[k] = make(fmt::format("{}[{}]{}", c == 0 ? "red" : "black", i, k == 0 ? "" : " old"), bytes);
    l.rhs = make(fmt::format("rhs[{}]", i), 2 * bytes);
    l.dispatch = dispatches;
    dispatches += 3;
    levels_.push_back(l);
    const bool small = std::max(l.shape.cells.x, l.shape.cells.y) <= static_cast<int>(small_cells);
    if (swept || small) break;
  }
  if (!swept) make_small(levels_.size() - 1);
  if (s_.solver == PoissonMethod::conjugate_gradient) {
    const std::uint64_t bytes = plane_bytes(levels_[0].shape);
    for (std::size_t c = 0; c < 2; ++c) {
      cg_.p[c].plane[0] = make(c == 0 ? "p red" : "p black", bytes);
      cg_.direction[c].plane[0] = make(c == 0 ? "direction red" : "direction black", bytes);
    }
    cg_.rhs = make("cg rhs", 2 * bytes);
    cg_.product = make("product", 2 * bytes);
    cg_.before = make("residual before", 2 * bytes);
    cg_.dispatch = dispatches++;
  }
  sums_ = make("sums", 8ull * std::max(parts_of(levels_[0].shape, sum_rows), parts_of(levels_[0].shape, copy_rows)) +
                           8ull * vector_threads);
  report_ = make("report", sizeof(PoissonReport));
  outflow_ = make("outflow", 4);
  live_ = make("dispatches", 12ull * dispatches);
  full_ = make("all dispatches", 12ull * dispatches);
  arguments_.assign(std::size_t{3} * dispatches, 0);
  if (cg_.rhs) {
    const std::uint32_t groups = vector_threads / 64;
    std::copy_n(std::array{groups, 1u, 1u}.begin(), 3, arguments_.begin() + 3 * cg_.dispatch);
  }
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const Level& l = levels_[i];
    auto put = [&](std::uint32_t slot, const std::array<std::uint32_t, 3>& size) {
      std::copy(size.begin(), size.end(), arguments_.begin() + 3 * (l.dispatch + slot));
    };
    put(0, sweep_size(l.shape));
    put(1, row_size(l.shape, sum_rows));
    if (i + 1 < levels_.size())
      put(2, row_size(levels_[i + 1].shape, transfer_rows));
    else
      put(2, {1, 1, 1});  // the small levels
  }
}

void Poisson::make_small(std::size_t first) {
  int values = 0, faces = 0;
  for (std::uint32_t i = static_cast<std::uint32_t>(first);; ++i) {
    PoissonSmallLevel& l = small_.levels[small_.count++];
    l.level = shape(i);
    const int plane = l.level.columns * l.level.cells.y;
    l.values = values;
    l.rhs = values + 3 * plane;
    l.faces = faces;
    while (1 << l.lanes < l.level.columns) ++l.lanes;
    l.rows = std::max((l.level.cells.y << l.lanes) / 64 + ((l.level.cells.y << l.lanes) % 64 != 0), 1);
    values += 5 * plane;
    faces += 10 * plane;
    if (l.level.cells == glm::ivec2(1)) break;
  }
  const std::uint32_t tall = groups_of(static_cast<std::uint32_t>(values), poisson_small_width);
  pool_ = state_.image(name_ + "/poisson/small",
                       {.extent = {poisson_small_width, tall, 1}, .format = graph::Format::rgba32_float});
  bytes_ += std::uint64_t{16} * poisson_small_width * tall;
}

void Poisson::shapes(double shift) {
  auto set = [&](PoissonLevel& l, std::uint32_t level) {
    l = shape(level);
    const bool isolated = grid_.cells == glm::uvec2(1) && l.west + l.east + l.north + l.south == 0;
    l.mass =
        isolated ? 0 : static_cast<float>(std::ldexp(shift * grid_.cell.x * grid_.cell.y, 2 * static_cast<int>(level)));
  };
  for (std::uint32_t i = 0; i < levels_.size(); ++i) set(levels_[i].shape, i);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(small_.count); ++i)
    set(small_.levels[i].level, static_cast<std::uint32_t>(levels_.size()) - 1 + i);
  shifted_ = shift > 0;
}

void Poisson::rectangle(const PoissonBorders& open) {
  varied_ = false;
  borders_ = open;
}

void Poisson::faces(graph::Graph& g, graph::Buffer open_x, graph::Buffer open_z) {
  auto scope = g.scope(g.name(name_ + "/faces"));
  varied_ = true;
  shapes(0);
  const std::size_t small_first = levels_.size() - 1;
  if (!levels_[0].faces) {
    for (std::size_t i = 0; i < levels_.size(); ++i)
      levels_[i].faces = make(fmt::format("faces[{}]", i), 10 * plane_bytes(levels_[i].shape));
    for (int i = 1; i < small_.count; ++i)
      small_level_faces_.push_back(make(fmt::format("faces[{}]", small_first + static_cast<std::size_t>(i)),
                                        10 * plane_bytes(small_.levels[i].level)));
    if (small_.count > 0) {
      const PoissonSmallLevel& last = small_.levels[small_.count - 1];
      small_faces_ = make("small faces", 16ull * static_cast<std::uint32_t>(last.faces) + 10 * plane_bytes(last.level));
    }
  }
  g.clear("forget outflow", outflow_);
  const PoissonLevel& top = levels_[0].shape;
  auto extent = [](const PoissonLevel& l) {
    return graph::Extent{static_cast<std::uint32_t>(l.columns), static_cast<std::uint32_t>(l.cells.y), 2};
  };
  g.compute("take", "poisson_faces.comp")
      .constant("periodic_x", grid_.periodic_x)
      .constant("periodic_z", grid_.periodic_z)
      .read("open_x", open_x)
      .read("open_z", open_z)
      .write("faces", levels_[0].faces)
      .accumulate("outflow", outflow_)
      .params(PoissonFacesParams{top, top, 0, 0})
      .over(extent(top));
  auto coarsen = [&](const PoissonLevel& fine, const PoissonLevel& coarse, graph::Buffer from, graph::Buffer to) {
    g.compute("coarsen", "poisson_coarsen.comp")
        .read("fine_faces", from)
        .write("faces", to)
        .params(PoissonFacesParams{fine, coarse, 0, 0})
        .over(extent(coarse));
  };
  for (std::size_t i = 1; i < levels_.size(); ++i)
    coarsen(levels_[i - 1].shape, levels_[i].shape, levels_[i - 1].faces, levels_[i].faces);
  if (small_.count == 0) return;
  graph::Buffer from = levels_.back().faces;
  for (int i = 0; i < small_.count; ++i) {
    if (i > 0) {
      const graph::Buffer to = small_level_faces_[static_cast<std::size_t>(i) - 1];
      coarsen(small_.levels[i - 1].level, small_.levels[i].level, from, to);
      from = to;
    }
    g.copy("gather", from, small_faces_, 0, 16ull * static_cast<std::uint32_t>(small_.levels[i].faces));
  }
}

std::string Poisson::shader(const char* kernel) const {
  return fmt::format("poisson_{}{}.comp", kernel, varied_ ? "_varied" : "");
}

template <class Node>
Node& Poisson::common(Node& node, const Level& l) {
  node.constant("periodic_x", grid_.periodic_x).constant("periodic_z", grid_.periodic_z);
  if (varied_) node.constant("shifted", shifted_).read("faces", l.faces);
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

void Poisson::load(graph::Graph& g, graph::Buffer rhs, graph::Buffer p) {
  Level& l = levels_[0];
  const bool packed = grid_.cells.x % 4 == 0;
  const Group group = row_group(l.shape);
  const auto count = row_size(l.shape, copy_rows);
  const bool cg = s_.solver == PoissonMethod::conjugate_gradient;
  const auto area = static_cast<float>(grid_.cell.x * grid_.cell.y);
  auto node = g.compute(
      "load", g.name(fmt::format("poisson_load{}{}.comp", varied_ ? "_varied" : "", packed ? "_packed" : "")));
  if (varied_) node.read("faces", l.faces);
  node.read("p", p)
      .read("rhs", rhs)
      .write("red", cg ? cg_.p[0].here() : l.color[0].here())
      .write("black", cg ? cg_.p[1].here() : l.color[1].here())
      .write("plane_rhs", cg ? cg_.rhs : l.rhs)
      .write("sums", sums_)
      .constant("rows", copy_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
      .params(PoissonCopyParams{l.shape, area})
      .groups({count[0], count[1], 1});
  const bool open = borders_.west || borders_.east || borders_.north || borders_.south;
  centered_ = !shifted_ && (varied_ || !open);
  if (centered_) judge(g, poisson_judge_mean, parts_of(l.shape, copy_rows), 0);
}

void Poisson::store(graph::Graph& g, graph::Buffer p) {
  Level& l = levels_[0];
  const bool cg = s_.solver == PoissonMethod::conjugate_gradient;
  const Group group = row_group(l.shape);
  const auto count = row_size(l.shape, copy_rows);
  g.compute("store", grid_.cells.x % 4 == 0 ? "poisson_store_packed.comp" : "poisson_store.comp")
      .read("red", cg ? cg_.p[0].here() : l.color[0].here())
      .read("black", cg ? cg_.p[1].here() : l.color[1].here())
      .write("p", p)
      .constant("rows", copy_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
      .params(PoissonCopyParams{l.shape, 0})
      .groups({count[0], count[1], 1});
}

void Poisson::judge(graph::Graph& g, int phase, std::uint32_t parts, std::uint32_t sweeps) {
  const bool swept = s_.solver == PoissonMethod::jacobi || s_.solver == PoissonMethod::red_black;
  g.compute("judge", "poisson_judge.comp")
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

void Poisson::measure(graph::Graph& g, int phase, std::uint32_t sweeps, bool both) {
  Level& l = levels_[0];
  const Group group = row_group(l.shape);
  auto node = g.compute("measure", g.name(shader("residual")));
  common(node, l)
      .constant("both", both)
      .constant("rows", sum_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
      .read("red", l.color[0].here())
      .read("black", l.color[1].here())
      .read("rhs", l.rhs)
      .read("report", report_)
      .write("sums", sums_)
      .params(PoissonRelaxParams{l.shape, 1, center(l)});
  if (phase == poisson_judge_begin) {
    const auto count = row_size(l.shape, sum_rows);
    node.groups({count[0], count[1], 1});
  } else {
    size(node, l.dispatch + 1);
  }
  judge(g, phase, parts_of(l.shape, sum_rows), sweeps);
}

// apart: the result goes to the color's other buffer, so that the old values stay for the other color (Jacobi).
void Poisson::sweep(graph::Graph& g, Level& l, int color, double omega, bool apart) {
  const bool keeps = omega != 1 || l.seam;
  Values &mine = l.color[color], &other = l.color[1 - color];
  const Group group = sweep_group(l.shape);
  auto node = g.compute(color == 0 ? "sweep red" : "sweep black", g.name(shader(keeps ? "relax_kept" : "relax")));
  common(node, l)
      .constant("color", color)
      .constant("rows", sweep_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
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

// From half sweep `first` on: 0 is red.
void Poisson::smooth(graph::Graph& g, Level& l, std::uint32_t first) {
  for (std::uint32_t i = first; i < 2 * s_.smoothings; ++i) sweep(g, l, static_cast<int>(i % 2), 1, false);
}

void Poisson::small(graph::Graph& g, int cycles, bool warm) {
  Level& l = levels_.back();
  small_.smoothings = static_cast<int>(s_.smoothings);
  small_.cycles = cycles;
  small_.warm = warm;
  small_.center = center(l);
  auto node = g.compute("solve small", g.name(shader("small")));
  node.constant("periodic_x", grid_.periodic_x).constant("periodic_z", grid_.periodic_z);
  if (varied_) node.constant("shifted", shifted_).read("faces", small_faces_);
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
  const Group group = row_group(coarse.shape);
  const bool last = level + 2 == levels_.size();
  auto down = g.compute("restrict", g.name(shader("restrict")));
  common(down, fine)
      .constant("both", fine.seam)
      .constant("rows", transfer_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
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
    auto up = g.compute("prolong", g.name(shader("prolong")));
    common(up, fine)
        .constant("color", color)
        .constant("rows", transfer_rows)
        .constant("local_size_x", group.x)
        .constant("local_size_y", group.y)
        .read("coarse_red", coarse.color[0].here())
        .read("coarse_black", coarse.color[1].here())
        .modify("values", fine.color[color].here())
        .params(PoissonPairParams{fine.shape, coarse.shape, center(fine)});
    if (varied_) up.read("coarse_faces", coarse.faces);
    size(up, fine.dispatch + 2);
  }
  smooth(g, fine, 0);
}

// A v, or rhs - A v; then the judge's phase, which takes the sums.
void Poisson::apply(graph::Graph& g, const Values (&values)[2], graph::Buffer rhs, graph::Buffer result, int phase) {
  Level& l = levels_[0];
  const Group group = row_group(l.shape);
  const bool product = phase == poisson_judge_alpha;
  auto node = g.compute(product ? "multiply" : "measure", g.name(shader("apply")));
  common(node, l)
      .constant("both", true)
      .constant("rows", sum_rows)
      .constant("local_size_x", group.x)
      .constant("local_size_y", group.y)
      .read("red", values[0].here())
      .read("black", values[1].here())
      .read("rhs", rhs)
      .read("report", report_)
      .write("sums", sums_)
      .write("result", result)
      .params(PoissonRelaxParams{l.shape, product ? 0.0f : 1.0f, centered_ && !product ? 1.0f : 0.0f});
  if (phase == poisson_judge_begin) {
    const auto count = row_size(l.shape, sum_rows);
    node.groups({count[0], count[1], 1});
  } else {
    size(node, l.dispatch + 1);
  }
  judge(g, phase, parts_of(l.shape, sum_rows), 1);
}

// Flexible conjugate gradients: the residual is computed anew from p, so that rounding does not part them.
void Poisson::conjugate(graph::Graph& g) {
  Level& l = levels_[0];
  const std::uint32_t count = static_cast<std::uint32_t>(plane_bytes(l.shape) / 16);
  const PoissonVectorParams vectors{static_cast<int>(count), static_cast<int>(std::min(count, vector_threads))};
  const bool centered = centered_;
  for (Values& v : l.color) g.clear("forget", v.here());
  apply(g, cg_.p, cg_.rhs, l.rhs, poisson_judge_begin);
  for (std::uint32_t i = 0; i < s_.most(); ++i) {
    centered_ = false;  // the residual has no mean
    cycle(g, 0, s_.cycle, false);
    auto dot = g.compute("correlate", "poisson_dot.comp");
    dot.read("red", l.color[0].here()).read("black", l.color[1].here()).read("now", l.rhs).read("before", cg_.before);
    dot.write("sums", sums_).params(vectors);
    size(dot, cg_.dispatch);
    judge(g, poisson_judge_beta, static_cast<std::uint32_t>(vectors.threads), 0);
    auto turn = g.compute("turn", "poisson_direction.comp");
    turn.read("red", l.color[0].here()).read("black", l.color[1].here()).read("report", report_).params(vectors);
    turn.modify("direction_red", cg_.direction[0].here()).modify("direction_black", cg_.direction[1].here());
    size(turn, cg_.dispatch);
    apply(g, cg_.direction, cg_.rhs, cg_.product, poisson_judge_alpha);
    auto advance = g.compute("advance", "poisson_advance.comp");
    advance.read("direction_red", cg_.direction[0].here()).read("direction_black", cg_.direction[1].here());
    advance.modify("red", cg_.p[0].here()).modify("black", cg_.p[1].here()).read("report", report_).params(vectors);
    advance.write("cycle_red", l.color[0].here()).write("cycle_black", l.color[1].here());
    size(advance, cg_.dispatch);
    std::swap(l.rhs, cg_.before);
    centered_ = centered;
    apply(g, cg_.p, cg_.rhs, l.rhs, poisson_judge_cycle);
  }
}

void Poisson::solve(graph::Graph& g, graph::Buffer rhs, graph::Buffer p, double shift) {
  auto scope = g.scope(g.name(name_ + "/poisson"));
  shapes(shift);
  limited_ = s_.tolerance > 0;
  if (!planned_) g.upload("dispatches", full_, arguments_);
  planned_ = true;
  load(g, rhs, p);
  const std::uint32_t most = s_.most();
  if (s_.solver == PoissonMethod::conjugate_gradient) {
    conjugate(g);
    return store(g, p);
  }
  measure(g, poisson_judge_begin, 0, true);
  if (s_.solver == PoissonMethod::jacobi || s_.solver == PoissonMethod::red_black) {
    // An even number between looks, so that the answer is always in the same buffers.
    const bool both = s_.solver == PoissonMethod::jacobi || s_.omega != 1 || levels_[0].seam;
    const std::uint32_t look = limited_ ? 8 : most;
    for (std::uint32_t done = 0; done < most; done += look) {
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

}  // namespace undine

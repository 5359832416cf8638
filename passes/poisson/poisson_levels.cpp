// Grid levels of the multigrid solver: sizes, memory and face coefficients.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/round.h"
#include "passes/poisson/poisson.h"
#include "passes/poisson/poisson_groups.h"
#include "passes/poisson/poisson_shapes.h"

namespace undine::poisson {

using namespace poisson;

namespace {

// Reach of the faces of an axis: n cells from `fine` cells of the finest level, `scale` per whole cell.
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

graph::Buffer Poisson::make(const std::string& what, std::uint64_t bytes) {
  bytes_ += bytes;
  const graph::State::Owning owning(state_, owner_);
  return state_.buffer(fmt::format("{}/poisson/{}", name_, what), {.bytes = bytes});
}

std::uint64_t Poisson::bytes() const { return bytes_; }

PoissonLevel Poisson::shape(std::uint32_t level) const {
  const int scale = 1 << level;
  const glm::ivec2 fine(grid_.cells);
  PoissonLevel l{};
  l.cells = groups_of(fine, glm::ivec2(scale));
  l.columns = groups_of(l.cells.x, 8);
  l.along_x = static_cast<float>(grid_.cell.y / grid_.cell.x);
  l.along_z = static_cast<float>(grid_.cell.x / grid_.cell.y);
  const bool v = varied_;  // the openness of faces defines the open borders
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
    if (swept || is_small(l.shape.cells)) break;
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
  sums_ = make("sums", 8ull * std::max(parts_of(levels_[0].shape, sum_rows), parts_of(levels_[0].shape, load_rows)) +
                           8ull * vector_threads);
  report_ = make("report", sizeof(PoissonReport));
  outflow_ = make("outflow", 4);
  live_ = make("dispatches", 12ull * dispatches);
  full_ = make("all dispatches", 12ull * dispatches);
  arguments_.assign(std::size_t{3} * dispatches, 0);
}

// Plans the workgroups of all dispatches before the first solve: tilings depend on the device.
void Poisson::plan_dispatches(graph::Graph& g) {
  if (cg_.rhs) {
    const std::uint32_t groups = vector_threads / 64;
    std::copy_n(std::array{groups, 1u, 1u}.begin(), 3, arguments_.begin() + 3 * cg_.dispatch);
  }
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    const Level& l = levels_[i];
    auto put = [&](std::uint32_t slot, const std::array<std::uint32_t, 3>& size) {
      std::copy(size.begin(), size.end(), arguments_.begin() + 3 * (l.dispatch + slot));
    };
    const auto counts = [](const graph::Extent& e) { return std::array{e.x, e.y, e.z}; };
    put(0, counts(sweep_shape(l).groups(color_plane(l.shape))));
    put(1, row_size(l.shape, sum_rows));
    if (i + 1 < levels_.size())
      put(2, counts(transfer_shape(levels_[i + 1]).groups(cell_plane(levels_[i + 1].shape))));
    else
      put(2, {1, 1, 1});  // the small levels
  }
  g.upload("dispatches", full_, arguments_);
}

graph::Shape Poisson::sweep_shape(const Level& l) const {
  return state_.shapes().of(sweep_shapes, color_plane(l.shape));
}
graph::Shape Poisson::transfer_shape(const Level& coarse) const {
  return state_.shapes().of(transfer_shapes, cell_plane(coarse.shape));
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

void Poisson::faces(graph::Graph& g, graph::Buffer open_x, graph::Buffer open_z, graph::Buffer weights) {
  auto scope = g.scope(g.name(name_ + "/faces"));
  varied_ = true;
  weighted_ = bool(weights);
  shapes(0);
  if (!levels_[0].faces) {
    for (std::size_t i = 0; i < levels_.size(); ++i)
      levels_[i].faces = make(fmt::format("faces[{}]", i), 10 * plane_bytes(levels_[i].shape));
    if (small_.count > 0) {
      const PoissonSmallLevel& last = small_.levels[small_.count - 1];
      small_faces_ = make("small faces", 16ull * static_cast<std::uint32_t>(last.faces) + 10 * plane_bytes(last.level));
    }
  }
  if (!weights) g.clear("clear_outflow", outflow_);
  const PoissonLevel& top = levels_[0].shape;
  auto extent = [](const PoissonLevel& l) {
    return graph::Extent{static_cast<std::uint32_t>(l.columns), static_cast<std::uint32_t>(l.cells.y), 2};
  };
  auto take = g.compute("take", "poisson/faces.comp").variant("WEIGHTED", bool(weights));
  take.constant("periodic_x", grid_.periodic_x).constant("periodic_z", grid_.periodic_z);
  take.read("open_x", open_x).read("open_z", open_z).write("faces", levels_[0].faces);
  if (weights)
    take.read("weights", weights);  // the shift leaves nothing singular: nobody asks for the outflow
  else
    take.accumulate("outflow", outflow_);
  take.params(PoissonFacesParams{top, top}).over(extent(top));
  for (std::size_t i = 1; i < levels_.size(); ++i)
    g.compute("coarsen", "poisson/coarsen.comp")
        .read("fine_faces", levels_[i - 1].faces)
        .write("faces", levels_[i].faces)
        .params(PoissonFacesParams{levels_[i - 1].shape, levels_[i].shape})
        .over(extent(levels_[i].shape));
  if (small_.count == 0) return;
  g.copy("gather", levels_.back().faces, small_faces_);
  if (small_.count > 1)
    g.compute("coarsen_small", "poisson/coarsen.comp", {.with = "SMALL"})
        .modify("faces", small_faces_)
        .params(small_)
        .groups({1, 1, 1});
}

}  // namespace undine::poisson

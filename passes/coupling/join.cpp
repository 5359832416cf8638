#include "passes/coupling/join.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/coupling/exchange_params.h"
#include "passes/ledger/ledger_params.h"

namespace undine::exchange {

namespace {

constexpr double most_join_courant =
    0.7;  // of a wave in a cell at the line, in a clock step: each side sees the other late

// The line of an edge in the grid beyond it; none: the grid does not begin there.
std::optional<Line> line_of(const BrinkEdge& edge, const Seams& from, const Catcher& to) {
  const int side = edge.columns.side, axis = side < 2 ? 0 : 1, along = 1 - axis;
  const bool high = side % 2 == 1;
  const auto flat = [](const glm::dvec3& x) { return glm::dvec2(x.x, x.z); };
  const glm::dvec2 cell = to.size / glm::dvec2(to.cells), corner = flat(to.origin) - 0.5 * to.size;
  const glm::dvec2 at = flat(edge.corner);
  const double line = corner[axis] + (high ? 0 : to.size[axis]);
  if (std::abs(line - at[axis]) > 0.5 * std::min(cell[axis], from.cell[axis])) return {};
  Line out{.edge = edge};
  out.begin = (at[along] - corner[along]) / cell[along];
  out.ratio = edge.width / cell[along];
  const double end = out.begin + out.ratio * edge.columns.count, slack = 1e-4;
  if (out.begin < -slack || end > to.cells[along] + slack) return {};
  const auto first = static_cast<std::uint32_t>(std::max(0.0, std::floor(out.begin + slack)));
  const auto last = std::min(to.cells[along], static_cast<std::uint32_t>(std::ceil(end - slack)));
  out.cells = last - first;
  out.begin -= first;
  out.first[along] = first;
  out.first[axis] = high ? 0 : to.cells[axis] - 1;
  out.count[along] = out.cells;
  out.count[axis] = 1;
  out.two_rows = to.cells[axis] > 1;
  out.seam = {.side = side, .first = edge.columns.first, .count = edge.columns.count};
  return out;
}

// Of the first cell at the line, in a field.
int first_of(const Line& line, const FieldView& view) {
  return static_cast<int>(view.offset + line.first.y * view.pitch + line.first.x);
}

}  // namespace

Join::Join(const ExchangeSettings& s, const std::string& where, Solver& from, Solver& to)
    : where_(where), ends_(fmt::format("\"{}\" to \"{}\"", s.from, s.to)) {
  const auto seams = from.seams(s.box());
  const auto grid = to.catcher();
  if (!seams || !grid || grid->fastest == 0)
    throw Error(Exit::bad_input, where, ends_ + ": these two cannot be joined",
                "from \"shallow\" to \"shallow\" or \"wave\", or one of them of particles");
  seams_ = *seams;
  grid_ = *grid;
  if (seams_.edges.empty())
    throw Error(Exit::bad_input, where,
                fmt::format("{}: \"{}\" has no edge in the region where water may pass", ends_, s.from),
                "an edge that is \"level\"");
  for (const BrinkEdge& edge : seams_.edges)
    if (auto line = line_of(edge, seams_, grid_)) lines_.push_back(*line);
  if (lines_.empty())
    throw Error(Exit::bad_input, where,
                fmt::format("{}: no \"level\" edge of \"{}\" lies along an edge of \"{}\"", ends_, s.from, s.to),
                "two grids that touch: the edge, or the part of it that is in the region, within the other's");
  for (const Line& line : lines_)
    if (!grid_.walls[line.seam.side ^ 1])
      throw Error(Exit::bad_input, where, fmt::format("{}: the edge of \"{}\" at the line is not a wall", ends_, s.to),
                  "\"wall\" there: what crosses the line comes and goes by the exchange alone");
  for (const Field& field : to.fields()) {
    if (field.name.ends_with(".height")) height_ = field.publish;
    if (field.name.ends_with(".depth")) depth_ = field.publish;
    if (field.name.ends_with(".velocity")) flow_ = field.publish;
  }
}

void Join::make(graph::State& state, const std::string& name) {
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    Line& line = lines_[k];
    const auto buffer = [&](const char* what, std::uint64_t bytes) {
      return state.buffer(fmt::format("{}/{}_{}", name, what, k), {.bytes = bytes});
    };
    line.seam.crossed = buffer("crossed", sizeof(grid::LedgerGain) * line.seam.count);
    line.seam.fractions = buffer("fractions", 4 * line.seam.count);
    line.seam.beyond = buffer("beyond", 24 * line.seam.count);
    line.gains = buffer("gains", sizeof(grid::LedgerGain) * line.cells);
    line.owed = buffer("owed", sizeof(glm::uvec2) * line.cells);
    line.tally = buffer("tally", sizeof(ExchangeTally));
  }
}

void Join::add_to(std::vector<Seam>& seams) const {
  for (const Line& line : lines_) {
    for (const Seam& other : seams)
      if (other.side == line.seam.side && other.first < line.seam.first + line.seam.count &&
          line.seam.first < other.first + other.count)
        throw Error(Exit::bad_input, where_, ends_ + ": joins columns that another exchange joins",
                    "regions that do not overlap");
    seams.push_back(line.seam);
  }
}

void Join::start(graph::Graph& g) {
  for (const Line& line : lines_) {
    g.clear("clear_crossed", line.seam.crossed);
    g.clear("clear_fractions", line.seam.fractions);
    g.clear("clear_tally", line.tally);
    g.clear("clear_owed", line.owed);
    g.clear("clear_gains", line.gains);
  }
  hold(g);
}

void Join::pay(graph::Graph& g) {
  for (const Line& line : lines_) g.clear("clear_crossed", line.seam.crossed);
  hand_over(g, 0);
}

void Join::step(graph::Graph& g, const StepInfo& step) {
  for (const Line& line : lines_) {
    const double across = line.seam.side < 2 ? grid_.size.x / grid_.cells.x : grid_.size.y / grid_.cells.y;
    if (grid_.fastest * step.dt > most_join_courant * across)
      throw Error(
          Exit::bad_input, where_,
          fmt::format("{}: waves of {:.3g} m/s pass more than {:g} of a cell of {:g} m at the line in a clock step",
                      ends_, grid_.fastest, most_join_courant, across),
          fmt::format("clock.step of at most {:.3g} s, or larger cells", most_join_courant * across / grid_.fastest));
  }
  hand_over(g, step.dt);
  hold(g);
}

void Join::hand_over(graph::Graph& g, double dt) {
  const FieldView depth = depth_ ? depth_(g) : FieldView{};
  for (const Line& line : lines_) {
    auto node = g.compute("join", "coupling/join.comp");
    node.read("crossed", line.seam.crossed).write("gains", line.gains).accumulate("tally", line.tally);
    node.modify("owed", line.owed).optional("depth", depth.buffer);
    node.over({line.cells, 1, 1});
    node.params(ExchangeJoinParams{.columns = static_cast<int>(line.seam.count),
                                   .cells = static_cast<int>(line.cells),
                                   .begin = static_cast<float>(-line.begin / line.ratio),
                                   .ratio = static_cast<float>(1 / line.ratio),
                                   .offset = first_of(line, depth),
                                   .stride = line.seam.side < 2 ? static_cast<int>(depth.pitch) : 1,
                                   .quanta = static_cast<float>(cell_area() / ExchangeFigures::quantum)});
    g.clear("clear_crossed", line.seam.crossed);
    const glm::dvec3& out = line.edge.outwards;
    grid_.receive(g, {line.gains, line.first, line.count, dt, glm::ivec2(glm::dvec2(out.x, out.z))});
  }
}

void Join::hold(graph::Graph& g) {
  const FieldView view = height_(g), depth = depth_ ? depth_(g) : FieldView{}, flow = flow_ ? flow_(g) : FieldView{};
  const HullHeads heads = grid_.heads ? grid_.heads() : HullHeads{};
  for (const Line& line : lines_) {
    const int pitch = static_cast<int>(view.pitch);
    const bool across_x = line.seam.side < 2, high = line.seam.side % 2 == 1;
    const int pairs = static_cast<int>(heads.pitch);
    const auto inwards = [&](int row) { return (high ? 1 : -1) * (across_x ? 1 : row); };
    auto node = g.compute("level", "coupling/level.comp");
    node.read("heights", view.buffer)
        .read("gains", line.gains)
        .read("owed", line.owed)
        .optional("heads", heads.pairs)
        .optional("depths", depth.buffer)
        .optional("flow", flow.buffer)
        .write("beyond", line.seam.beyond)
        .over({line.seam.count, 1, 1});
    node.params(ExchangeLevelParams{.columns = static_cast<int>(line.seam.count),
                                    .cells = static_cast<int>(line.cells),
                                    .begin = static_cast<float>(line.begin),
                                    .ratio = static_cast<float>(line.ratio),
                                    .offset = first_of(line, view),
                                    .inwards = inwards(pitch),
                                    .stride = across_x ? pitch : 1,
                                    .rows = line.two_rows ? 2 : 1,
                                    .scale = view.scale,
                                    .bias = static_cast<float>(view.bias - seams_.origin.y),
                                    .metres = grid::two_floats(ExchangeFigures::quantum / cell_area()),
                                    .ahead = static_cast<float>(grid_.ahead),
                                    .heads = {static_cast<int>(line.first.y) * pairs + static_cast<int>(line.first.x),
                                              inwards(pairs), across_x ? pairs : 1},
                                    .depths = {first_of(line, depth), inwards(static_cast<int>(depth.pitch)),
                                               across_x ? static_cast<int>(depth.pitch) : 1},
                                    .flow = {static_cast<int>(flow.offset + line.first.y * flow.pitch) +
                                                 2 * static_cast<int>(line.first.x) + (across_x ? 1 : 0),
                                             across_x ? static_cast<int>(flow.pitch) : 2}});
    seams_.hold(g, line.seam);
  }
}

}  // namespace undine::exchange

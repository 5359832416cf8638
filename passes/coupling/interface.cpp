// Grid to grid: columns end at a line and another grid continues beyond it, with its own resolution. Level and
// discharge agree along the line. The columns have a level boundary condition there, at the level beyond, so that their
// own equations determine the discharge. The grid beyond receives that discharge as a source in its border cells,
// behind what is a wall to it: its equations stay as they are. Exact for long waves. Volume: the grid gains whole
// quanta what the columns lose.
// A grid inside of another one is nested: the columns that it covers are dry (passes/columns/nested_cells.h), and the
// cells around them are those beyond its sides.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "passes/columns/nested_cells.h"
#include "passes/coupling/coupling.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

namespace {

constexpr double most_interface_courant =
    0.7;  // of a wave in a cell at the line: each side sees the other a clock step late

struct InterfaceLine {  // of one edge
  EdgeSegment edge;
  LevelEdge level;
  std::uint32_t cells = 0;  // of the grid beyond, along the line
  double begin = 0;         // of the first column, in those cells
  double ratio = 1;         // length of a column in cells
  glm::uvec2 first{0}, count{0};
  bool two_rows = false;  // extrapolates the level from two rows of cells to the line
  graph::Buffer deposits, pending, totals;
};

// Place of an edge in the grid beyond it; none: the grid does not begin there. `nested`: the cells that its columns
// replace.
std::optional<InterfaceLine> line_of(const EdgeSegment& edge, const EdgePort& from, const GridPort& to,
                                     const columns::NestedCells* nested) {
  const int side = edge.columns.side, axis = side < 2 ? 0 : 1, along = 1 - axis;
  const bool high = side % 2 == 1;
  const auto flat = [](const glm::dvec3& x) { return glm::dvec2(x.x, x.z); };
  const glm::dvec2 cell = to.size / glm::dvec2(to.cells), corner = flat(to.origin) - 0.5 * to.size;
  const glm::dvec2 at = flat(edge.corner);
  const double line = corner[axis] + (high ? 0 : to.size[axis]);
  if (!nested && std::abs(line - at[axis]) > 0.5 * std::min(cell[axis], from.cell()[axis])) return {};
  InterfaceLine out{.edge = edge};
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
  if (nested) {
    if (!nested->open[side]) return {};  // the grid ends there
    out.first[axis] = high ? nested->first[axis] + nested->count[axis] : nested->first[axis] - 1;
  }
  out.count[along] = out.cells;
  out.count[axis] = 1;
  out.two_rows = nested ? (high ? out.first[axis] + 1 < to.cells[axis] : out.first[axis] > 0) : to.cells[axis] > 1;
  out.level = {.side = side, .first = edge.columns.first, .count = edge.columns.count};
  return out;
}

// Index of the first cell at the line, in a field.
int first_of(const InterfaceLine& line, const FieldView& view) {
  return static_cast<int>(view.offset + line.first.y * view.pitch + line.first.x);
}

class Interface : public Coupling {
 public:
  explicit Interface(const Setup& setup)
      : to_(setup.settings.to), where_(setup.where), ends_(setup.ends()), edges_(setup.from.ports().edges) {
    const Ports getter = setup.to.ports();
    if (getter.grid) grid_ = getter.grid();
    if (!edges_ || !edges_->has_level_edges() || !getter.grid || grid_.fastest == 0)
      throw Error(Exit::bad_input, where_, ends_ + ": these solvers cannot share an interface",
                  "from \"shallow\" to \"shallow\" or \"wave\"");
    find_lines(setup);
    for (const Field& field : setup.to.fields()) {
      if (field.name.ends_with(".height")) height_ = field.publish;
      if (field.name.ends_with(".depth")) depth_ = field.publish;
      if (field.name.ends_with(".velocity")) flow_ = field.publish;
    }
    make(setup);
  }

  void start(graph::Graph& g) override {
    for (const InterfaceLine& line : lines_) {
      g.clear("clear_crossed", line.level.crossed);
      g.clear("clear_fractions", line.level.fractions);
      g.clear("clear_pending", line.pending);
      g.clear("clear_deposits", line.deposits);
    }
    hold(g);
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    check_courant(step.dt);
    transfer(g, step.dt);
    hold(g);
  }

  // The grid beyond pays as much of its cells' debt as they can give.
  void rollback(graph::Graph& g, const Stays& stays) override {
    if (!stays(to_)) return;
    for (const InterfaceLine& line : lines_) g.clear("clear_crossed", line.level.crossed);
    transfer(g, 0);
  }

  Account account() const override {
    Account out;
    for (const InterfaceLine& line : lines_) out.totals.push_back(line.totals);
    return out;
  }

 private:
  void find_lines(const Setup& setup);
  std::optional<columns::NestedCells> nested_cells(const Setup& setup) const;
  void check_sides(const columns::NestedCells& nested) const;
  void make(const Setup& setup);
  void check_courant(double dt) const;
  void transfer(graph::Graph& g, double dt);
  void hold(graph::Graph& g);
  double cell_area() const { return grid_.size.x / grid_.cells.x * grid_.size.y / grid_.cells.y; }

  std::string to_, where_, ends_;
  EdgePort* edges_;
  GridPort grid_;
  // Fields of the grid; depth_: null where it cannot run dry; flow_: its velocities, or null.
  std::function<FieldView(graph::Graph&)> height_, depth_, flow_;
  std::vector<InterfaceLine> lines_;
};

void Interface::find_lines(const Setup& setup) {
  const std::vector<EdgeSegment> edges = edges_->level_edges(setup.settings.box());
  if (edges.empty())
    throw Error(Exit::bad_input, where_,
                fmt::format("{}: \"{}\" has no open or level edge in the region", ends_, setup.settings.from),
                "an edge that is \"level\"");
  const auto nested = nested_cells(setup);
  for (const EdgeSegment& edge : edges)
    if (auto line = line_of(edge, *edges_, grid_, nested ? &*nested : nullptr)) lines_.push_back(*line);
  if (lines_.empty())
    throw Error(Exit::bad_input, where_,
                fmt::format("{}: no \"level\" edge of \"{}\" lies along an edge of \"{}\"", ends_, setup.settings.from,
                            setup.settings.to),
                "two grids that touch, and a region whose edge lies within the other grid's edge");
  if (nested) return check_sides(*nested);
  for (const InterfaceLine& line : lines_)
    if (!grid_.walls[line.level.side ^ 1])
      throw Error(Exit::bad_input, where_,
                  fmt::format("{}: the edge of \"{}\" at the line is not a wall", ends_, setup.settings.to),
                  "\"wall\": only the exchange moves water across the line");
}

// Cells of the grid beyond that the columns replace; none: the columns lie beside it.
std::optional<columns::NestedCells> Interface::nested_cells(const Setup& setup) const {
  const auto room = columns::nested_room(setup.scene, setup.settings);
  if (!room) return {};
  return columns::nested_cells_of(grid_.cells, grid_.size, grid_.origin, *room, where_, ends_);
}

void Interface::check_sides(const columns::NestedCells& nested) const {
  constexpr const char* names[] = {"-x", "+x", "-z", "+z"};
  for (int side = 0; side < 4; ++side) {
    const glm::uvec2 cells = nested.count;
    double covered = 0;
    for (const InterfaceLine& line : lines_)
      if (line.level.side == side) covered += line.ratio * line.level.count;
    if (nested.open[side] && covered < (side < 2 ? cells.y : cells.x) - 0.5)
      throw Error(
          Exit::bad_input, where_,
          fmt::format("{}: the {} edge of the nested grid is not \"level\" along its whole side", ends_, names[side]),
          "\"level\" at every side that lies inside the other grid, and no region");
  }
}

void Interface::make(const Setup& setup) {
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    InterfaceLine& line = lines_[k];
    const auto buffer = [&](const char* what, std::uint64_t bytes) {
      return setup.buffer(fmt::format("{}_{}", what, k), bytes);
    };
    line.level.crossed = buffer("crossed", sizeof(grid::LedgerDeposit) * line.level.count);
    line.level.fractions = buffer("fractions", 4 * line.level.count);
    line.level.beyond = buffer("beyond", 24 * line.level.count);
    line.deposits = buffer("deposits", sizeof(grid::LedgerDeposit) * line.cells);
    line.pending = buffer("pending", sizeof(glm::uvec2) * line.cells);
    line.totals = buffer("totals", sizeof(CouplingTotals));
  }
  for (const InterfaceLine& line : lines_) {
    for (const LevelEdge& other : setup.edges.interfaces)
      if (other.side == line.level.side && other.first < line.level.first + line.level.count &&
          line.level.first < other.first + other.count)
        throw Error(Exit::bad_input, where_, ends_ + ": uses columns of another exchange",
                    "regions that do not overlap");
    setup.edges.interfaces.push_back(line.level);
  }
}

void Interface::check_courant(double dt) const {
  for (const InterfaceLine& line : lines_) {
    const double across = line.level.side < 2 ? grid_.size.x / grid_.cells.x : grid_.size.y / grid_.cells.y;
    if (grid_.fastest * dt > most_interface_courant * across)
      throw Error(
          Exit::bad_input, where_,
          fmt::format("{}: waves of {:.3g} m/s pass more than {:g} of a cell of {:g} m at the line in a clock step",
                      ends_, grid_.fastest, most_interface_courant, across),
          fmt::format("clock.step of at most {:.3g} s, or larger cells",
                      most_interface_courant * across / grid_.fastest));
  }
}

void Interface::transfer(graph::Graph& g, double dt) {
  const FieldView depth = depth_ ? depth_(g) : FieldView{};
  for (const InterfaceLine& line : lines_) {
    auto node = g.compute("deposit", "coupling/interface_deposit.comp");
    node.read("crossed", line.level.crossed).write("deposits", line.deposits).accumulate("totals", line.totals);
    node.modify("pending", line.pending).optional("depth", depth.buffer);
    node.over({line.cells, 1, 1});
    node.params(InterfaceDepositParams{.columns = static_cast<int>(line.level.count),
                                       .cells = static_cast<int>(line.cells),
                                       .begin = static_cast<float>(-line.begin / line.ratio),
                                       .ratio = static_cast<float>(1 / line.ratio),
                                       .offset = first_of(line, depth),
                                       .stride = line.level.side < 2 ? static_cast<int>(depth.pitch) : 1,
                                       .quanta = static_cast<float>(cell_area() / CouplingFigures::quantum)});
    g.clear("clear_crossed", line.level.crossed);
    const glm::dvec3& out = line.edge.outwards;
    grid_.receive(g, {line.deposits, line.first, line.count, dt, glm::ivec2(glm::dvec2(out.x, out.z))});
  }
}

void Interface::hold(graph::Graph& g) {
  const FieldView view = height_(g), depth = depth_ ? depth_(g) : FieldView{}, flow = flow_ ? flow_(g) : FieldView{};
  const HullHeads heads = grid_.heads ? grid_.heads() : HullHeads{};
  for (const InterfaceLine& line : lines_) {
    const int pitch = static_cast<int>(view.pitch);
    const bool across_x = line.level.side < 2, high = line.level.side % 2 == 1;
    const int pairs = static_cast<int>(heads.pitch);
    const auto inwards = [&](int row) { return (high ? 1 : -1) * (across_x ? 1 : row); };
    auto node = g.compute("level", "coupling/interface_level.comp");
    node.read("heights", view.buffer)
        .read("deposits", line.deposits)
        .read("pending", line.pending)
        .optional("heads", heads.pairs)
        .optional("depths", depth.buffer)
        .optional("flow", flow.buffer)
        .write("beyond", line.level.beyond)
        .over({line.level.count, 1, 1});
    node.params(InterfaceLevelParams{.columns = static_cast<int>(line.level.count),
                                     .cells = static_cast<int>(line.cells),
                                     .begin = static_cast<float>(line.begin),
                                     .ratio = static_cast<float>(line.ratio),
                                     .offset = first_of(line, view),
                                     .inwards = inwards(pitch),
                                     .stride = across_x ? pitch : 1,
                                     .rows = line.two_rows ? 2 : 1,
                                     .scale = view.scale,
                                     .bias = static_cast<float>(view.bias - edges_->origin().y),
                                     .meters = grid::two_floats(CouplingFigures::quantum / cell_area()),
                                     .ahead = static_cast<float>(grid_.ahead),
                                     .heads = {static_cast<int>(line.first.y) * pairs + static_cast<int>(line.first.x),
                                               inwards(pairs), across_x ? pairs : 1},
                                     .depths = {first_of(line, depth), inwards(static_cast<int>(depth.pitch)),
                                                across_x ? static_cast<int>(depth.pitch) : 1},
                                     .flow = {static_cast<int>(flow.offset + line.first.y * flow.pitch) +
                                                  2 * static_cast<int>(line.first.x) + (across_x ? 1 : 0),
                                              across_x ? static_cast<int>(flow.pitch) : 2}});
    edges_->hold(g, line.level);
  }
}

}  // namespace

std::unique_ptr<Coupling> make_interface(const Setup& setup) { return std::make_unique<Interface>(setup); }

}  // namespace undine::coupling

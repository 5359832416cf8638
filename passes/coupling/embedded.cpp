// Particles replace a box of columns, two-way. The columns have walls around the box. What passes its open sides
// leaves their border columns, or enters them, as water through a wall (as at an interface). The particles' own walls
// are mirrors, and in a buffer zone along each open side particles are emitted and absorbed at the surface: while the
// zone is short against the waves, a wall with a source before it acts as a piston, which lets waves through either
// way. The discharge follows from the characteristic that leaves the columns and the one that leaves the particles,
// observed behind the zone and delayed by the waves' travel time to the line [shaders/coupling/embedded_flux.comp].
// Volume: whole quanta leave the columns, are pending, and become whole particles; and back.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "passes/columns/embedded_cells.h"
#include "passes/coupling/coupling.h"
#include "passes/grid/heightmap.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

namespace {

constexpr double most_embedded_courant =
    0.7;                              // of a wave in a border column: each side sees the other a clock step late
constexpr double least_spacings = 2;  // of a strip
constexpr double most_given = 0.25;   // share of a zone's water that may leave in a clock step

class Embedded : public Coupling {
 public:
  explicit Embedded(const Setup& setup);
  void start(graph::Graph& g) override;
  void begin(graph::Graph& g) override;
  void step(graph::Graph& g, const StepInfo& step) override;
  void rollback(graph::Graph& g, const Stays& stays) override;
  Account account() const override { return {.particle = particle_, .totals = {totals_}}; }

 private:
  struct Side {
    EmbeddedSide line;
    int side = 0;                   // of the box: -x +x -z +z
    glm::uvec2 first{0}, count{0};  // border columns
    graph::Buffer deposits;
  };
  void make(const Setup& setup);
  void add_side(int side, const glm::uvec2& first, const glm::uvec2& count);
  double floor_under(const Side& side, int strip, double from, const std::optional<Heightmap>& terrain) const;
  void squeeze(graph::Graph& g, const EmbeddedParams& params);
  void measure(graph::Graph& g, const EmbeddedParams& params);
  graph::Buffer occupy(graph::Graph& g, const EmbeddedParams& params);  // null: no solids among the particles
  void flux(graph::Graph& g, std::size_t k, const StepInfo& step, graph::Buffer occupied);
  glm::dvec2 cell() const { return grid_.size / glm::dvec2(grid_.cells); }
  int layers() const { return static_cast<int>(std::ceil((port_.high.y - port_.low.y) / port_.spacing - 1e-6)); }
  double strip_area(const Side& side) const { return band_ * static_cast<double>(side.line.width); }

  std::string from_, where_, ends_;
  GridPort grid_;
  ParticlePort port_;
  std::function<FieldView(graph::Graph&)> depth_, bed_, flow_;
  std::vector<Side> sides_;
  std::vector<EmbeddedStrip> strips_;  // at the start
  double band_ = 0, gravity_ = 0;
  std::int64_t particle_ = 0;
  glm::ivec2 squares_count_{0};
  bool begins_ = false;      // the first of the clock step that emits these particles
  graph::Buffer arguments_;  // a dispatch over the particles that there are before the couplings of a clock step
  graph::Buffer lines_, strip_states_, squares_, behind_, totals_;
};

Embedded::Embedded(const Setup& setup) : from_(setup.settings.from), where_(setup.where), ends_(setup.ends()) {
  const Ports giver = setup.from.ports(), getter = setup.to.ports();
  if (!getter.particles || !giver.grid || !giver.edges || !giver.edges->has_level_edges())
    throw Error(Exit::bad_input, where_, ends_ + ": these solvers do not support two-way coupling",
                "from \"shallow\" to particles (\"sph\")");
  port_ = getter.particles();
  grid_ = giver.grid();
  gravity_ = giver.edges->gravity();
  particle_ = particle_quanta(port_.spacing);
  const columns::EmbeddedCells embedded =
      columns::embedded_cells_of(grid_.cells, grid_.size, grid_.origin, {port_.low, port_.high}, where_, ends_);
  const glm::dvec2 room(port_.high.x - port_.low.x, port_.high.z - port_.low.z);
  const columns::BufferZone band = columns::buffer_zone_of(setup.settings.band, port_.spacing, room, embedded.open);
  if (band.asked < band.least || band.asked > band.widest * (1 + 1e-6))
    throw Error(Exit::bad_input, where_ + "/band", fmt::format("{}: {:g} m", ends_, band.asked),
                fmt::format("from {:g} to {:g} m", band.least, band.widest));
  band_ = band.depth;
  squares_count_ = glm::ivec2(glm::ceil(room / port_.spacing - 1e-6));
  for (int side = 0; side < 4; ++side)
    if (embedded.open[side])
      add_side(side, embedded.first, embedded.count);
    else if (!grid_.walls[side])
      throw Error(Exit::bad_input, where_,
                  fmt::format("{}: the edge of \"{}\" at the particles' domain is not a wall", ends_, from_),
                  "\"wall\", or at least one column between the domain and the edge");
  for (Side& side : sides_)
    for (int k = 0; k < side.line.strips; ++k) {
      EmbeddedStrip strip{};
      strip.floor = static_cast<float>(floor_under(side, k, 0, setup.scene.terrain));
      // The floor of the domain, if the terrain is one of the solids that take room.
      strip.bed = static_cast<float>(port_.grounded ? port_.low.y : floor_under(side, k, band_, setup.scene.terrain));
      strips_.push_back(strip);
    }
  for (const Field& field : setup.from.fields()) {
    if (field.name.ends_with(".depth")) depth_ = field.publish;
    if (field.name.ends_with(".bed")) bed_ = field.publish;
    if (field.name.ends_with(".discharge")) flow_ = field.publish;
  }
  make(setup);
}

void Embedded::add_side(int side, const glm::uvec2& first, const glm::uvec2& count) {
  const int axis = side / 2, along = 1 - axis;
  const bool high = side % 2 == 1;
  const glm::dvec2 cells = cell(), corner = glm::dvec2(grid_.origin.x, grid_.origin.z) - 0.5 * grid_.size;
  Side out{.side = side, .first = first, .count = count};
  out.first[axis] = high ? first[axis] + count[axis] : first[axis] - 1;
  out.count[axis] = 1;
  glm::dvec2 origin = corner + glm::dvec2(first) * cells;
  if (high) origin[axis] += count[axis] * cells[axis];
  const double length = count[along] * cells[along];
  // Strips of whole columns, none narrower than two spacings if they can help it.
  const double most = std::floor(length / (least_spacings * port_.spacing) + 1e-6);
  const double strips = std::clamp(most, 1.0, static_cast<double>(count[along]));
  out.line.origin = glm::vec2(origin);
  out.line.inwards = out.line.along = glm::vec2(0);
  out.line.inwards[axis] = high ? -1.0f : 1.0f;
  out.line.along[along] = 1;
  out.line.length = static_cast<float>(length);
  out.line.strips = static_cast<int>(strips);
  out.line.width = static_cast<float>(length / strips);
  out.line.first = sides_.empty() ? 0 : sides_.back().line.first + sides_.back().line.strips;
  sides_.push_back(out);
}

// The mean height of the ground in a strip, over a band that begins `from` behind the line.
double Embedded::floor_under(const Side& side, int strip, double from, const std::optional<Heightmap>& terrain) const {
  if (!terrain || terrain->height.empty()) return port_.low.y;
  constexpr int samples = 16;
  double sum = 0;
  for (int i = 0; i < samples; ++i)
    for (int j = 0; j < samples; ++j) {
      const double away = (i + 0.5) / samples, at = (strip + (j + 0.5) / samples) * side.line.width;
      const glm::dvec2 x = glm::dvec2(side.line.origin) + glm::dvec2(side.line.inwards) * (from + away * band_) +
                           glm::dvec2(side.line.along) * at;
      sum += std::max(grid::terrain_height(*terrain, x.x, x.y), port_.low.y);
    }
  return sum / (samples * samples);
}

void Embedded::make(const Setup& setup) {
  const auto buffer = [&](const std::string& what, std::uint64_t bytes) { return setup.buffer(what, bytes); };
  lines_ = buffer("lines", sizeof(EmbeddedSide) * sides_.size());
  strip_states_ = buffer("strips", sizeof(EmbeddedStrip) * strips_.size());
  squares_ = buffer("squares", sizeof(EmbeddedSquare) * static_cast<std::uint64_t>(squares_count_.x) *
                                   static_cast<std::uint64_t>(squares_count_.y));
  behind_ = buffer("behind", sizeof(EmbeddedObserved) * strips_.size());
  totals_ = buffer("totals", sizeof(CouplingTotals));
  for (std::size_t k = 0; k < sides_.size(); ++k)
    sides_[k].deposits = buffer(fmt::format("deposits_{}", k),
                                sizeof(grid::LedgerDeposit) * std::uint64_t{sides_[k].count.x} * sides_[k].count.y);
  begins_ = setup.particles.first(port_);
}

void Embedded::start(graph::Graph& g) {
  std::vector<EmbeddedSide> lines;
  for (const Side& side : sides_) lines.push_back(side.line);
  g.upload("fill_lines", lines_, lines);
  g.upload("fill_strips", strip_states_, strips_);
}

void Embedded::begin(graph::Graph& g) {
  arguments_ = g.buffer(g.name(ends_ + "/particles"), {.bytes = sizeof(glm::uvec3)});
  auto node = g.compute("begin", "coupling/begin.comp");
  node.read("control", port_.control).write("arguments", arguments_).groups({1, 1, 1});
}

void Embedded::step(graph::Graph& g, const StepInfo& step) {
  const EmbeddedParams params{
      .low = glm::vec3(port_.low),
      .high = glm::vec3(port_.high),
      .spacing = static_cast<float>(port_.spacing),
      .band = static_cast<float>(band_),
      .squares = squares_count_,
      .sides = static_cast<int>(sides_.size()),
      .strips = static_cast<int>(strips_.size()),
      .capacity = port_.capacity,
      .particle = grid::ledger_words(particle_),
      .begins = begins_,
      .swift = static_cast<float>(static_cast<double>(embedded_swift) * port_.spacing * std::sqrt(gravity_)),
      .layers = layers()};
  squeeze(g, params);
  measure(g, params);
  const graph::Buffer occupied = occupy(g, params);
  for (std::size_t k = 0; k < sides_.size(); ++k) flux(g, k, step, occupied);
  auto node = g.compute("transfer", "coupling/embedded_transfer.comp").variant("OCCUPIED", bool(occupied));
  if (occupied) port_.occupied(node);
  node.modify("control", port_.control).read("sides", lines_).modify("position", port_.position);
  node.modify("velocity", port_.velocity).modify("squares", squares_).modify("strips", strip_states_);
  node.modify("totals", totals_).modify("taken", port_.taken).params(params).groups({1, 1, 1});
  for (const Side& side : sides_) {
    const glm::vec2 in = side.line.inwards;
    grid_.receive(g, {side.deposits, side.first, side.count, step.dt, glm::ivec2(-in)});
  }
}

void Embedded::rollback(graph::Graph& g, const Stays& stays) {
  if (!stays(from_)) return;
  std::vector<grid::LedgerReach> reaches;  // as in coupling/embedded_flux.comp
  for (const Side& side : sides_) {
    const int axis = side.side / 2, columns = static_cast<int>(side.count[1 - axis]);
    for (int k = 0; k < side.line.strips; ++k) {
      const int from = k * columns / side.line.strips, to = (k + 1) * columns / side.line.strips;
      const glm::ivec2 along(axis == 1, axis == 0);
      reaches.push_back({.column = glm::ivec2(side.first) + from * along, .side = side.side, .count = to - from});
    }
  }
  const FieldView depth = depth_(g);
  const auto transient = [&](const char* what, std::uint64_t bytes) {
    return g.buffer(g.name(ends_ + what), {.bytes = bytes});
  };
  graph::Buffer places = transient("/reaches", sizeof(grid::LedgerReach) * reaches.size());
  graph::Buffer deposits =
      transient("/back", sizeof(grid::LedgerDeposit) * std::uint64_t{grid_.cells.x} * grid_.cells.y);
  g.upload("fill_reaches", places, reaches);
  g.clear("clear_back", deposits);
  auto node = g.compute("rollback", "coupling/rollback.comp", {.with = "EMBEDDED"});
  node.modify("strips", strip_states_).accumulate("deposits", deposits).accumulate("totals", totals_);
  node.read("reaches", places).read("depth", depth.buffer).over({static_cast<std::uint32_t>(reaches.size()), 1, 1});
  node.params(RollbackParams{.side = 0,
                             .first = 0,
                             .count = 0,
                             .per = 0,
                             .strips = static_cast<int>(reaches.size()),
                             .cells = glm::ivec2(grid_.cells),
                             .depth_pitch = static_cast<int>(depth.pitch),
                             .quanta = static_cast<float>(cell().x * cell().y / CouplingFigures::quantum)});
  grid_.receive(g, {deposits, {0, 0}, grid_.cells, 0});
}

void Embedded::squeeze(graph::Graph& g, const EmbeddedParams& params) {
  if (!port_.led) return;
  auto node = g.compute("squeeze", "coupling/embedded_squeeze.comp");
  port_.occupied(node);
  node.read("control", port_.control).read("sides", lines_).read("position", port_.position);
  node.modify("velocity", port_.velocity).accumulate("strips", strip_states_).accumulate("totals", totals_);
  node.accumulate("taken", port_.taken).params(params).indirect(arguments_);
}

void Embedded::measure(graph::Graph& g, const EmbeddedParams& params) {
  g.clear("clear_squares", squares_);
  g.clear("clear_behind", behind_);
  auto weigh = g.compute("measure", "coupling/embedded_measure.comp");
  weigh.read("control", port_.control).read("sides", lines_).read("position", port_.position);
  weigh.read("velocity", port_.velocity).accumulate("squares", squares_).accumulate("behind", behind_);
  weigh.params(params).indirect(arguments_);
  auto find = g.compute("find", "coupling/embedded_find.comp");
  find.read("control", port_.control).read("position", port_.position).read("velocity", port_.velocity);
  find.accumulate("squares", squares_).params(params).indirect(arguments_);
}

graph::Buffer Embedded::occupy(graph::Graph& g, const EmbeddedParams& params) {
  if (!port_.occupied) return {};
  graph::Buffer out = g.buffer(g.name(ends_ + "/occupied"),
                               {.bytes = std::uint64_t{4} * strips_.size() * static_cast<std::uint64_t>(layers())});
  g.clear("clear_occupied", out);
  auto node = g.compute("occupy", "coupling/embedded_occupied.comp");
  node.read("sides", lines_).accumulate("occupied", out).params(params);
  port_.occupied(node);
  const glm::uvec2 places = 2u * glm::uvec2(squares_count_);
  node.over({places.x, places.y, 1});
  return out;
}

void Embedded::flux(graph::Graph& g, std::size_t k, const StepInfo& step, graph::Buffer occupied) {
  const Side& side = sides_[k];
  const int axis = side.side / 2;
  const glm::dvec2 cells = cell();
  if (grid_.fastest * step.dt > most_embedded_courant * cells[axis])
    throw Error(
        Exit::bad_input, where_,
        fmt::format("{}: waves of {:.3g} m/s travel more than {:g} of the width of a column, {:g} m, in a clock step",
                    ends_, grid_.fastest, most_embedded_courant, cells[axis]),
        fmt::format("clock.step of at most {:.3g} s, or larger cells",
                    most_embedded_courant * cells[axis] / grid_.fastest));
  const FieldView depth = depth_(g), bed = bed_(g), flow = flow_(g);
  const HullHeads heads = grid_.heads ? grid_.heads() : HullHeads{};
  auto node = g.compute("flux", "coupling/embedded_flux.comp").variant("OCCUPIED", bool(occupied));
  if (occupied) node.read("occupied", occupied);
  node.optional("heads", heads.pairs);
  node.read("depth", depth.buffer).read("bed", bed.buffer).read("flow", flow.buffer).read("sides", lines_);
  node.read("behind", behind_)
      .modify("strips", strip_states_)
      .write("deposits", side.deposits)
      .accumulate("totals", totals_);
  node.over({static_cast<std::uint32_t>(side.line.strips), 1, 1});
  const double area = strip_area(side), volume = static_cast<double>(particle_) * CouplingFigures::quantum;
  node.params(
      EmbeddedFluxParams{.side = static_cast<int>(k),
                         .columns = static_cast<int>(side.count[1 - axis]),
                         .first = glm::ivec2(side.first),
                         .along = glm::ivec2(axis == 1, axis == 0),
                         .inwards = side.line.inwards,
                         .cell = glm::vec2(cells),
                         .width = static_cast<float>(cells[1 - axis]),
                         .across = static_cast<float>(most_given * area / (cells.x * cells.y)),
                         .level = static_cast<float>(grid_.origin.y),
                         .dt = static_cast<float>(step.dt),
                         .gravity = static_cast<float>(gravity_),
                         .per_weight = static_cast<float>(2 * volume / (area * static_cast<double>(embedded_weight))),
                         .band = static_cast<float>(band_),
                         .per_pending = static_cast<float>(CouplingFigures::quantum / area),
                         .depth_pitch = static_cast<int>(depth.pitch),
                         .bed_pitch = static_cast<int>(bed.pitch),
                         .flow_pitch = static_cast<int>(flow.pitch),
                         .low = static_cast<float>(port_.low.y),
                         .spacing = static_cast<float>(port_.spacing),
                         .layers = layers(),
                         .heads_pitch = static_cast<int>(heads.pitch)});
}

}  // namespace

std::unique_ptr<Coupling> make_embedded(const Setup& setup) { return std::make_unique<Embedded>(setup); }

}  // namespace undine::coupling

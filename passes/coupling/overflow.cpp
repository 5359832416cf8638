// Couples columns to particles: water that overflows an open edge or a bed step is pending volume, in whole quanta and
// for each segment of the edge, until it makes up a whole particle.
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.h"
#include "passes/coupling/bed_steps.h"
#include "passes/coupling/coupling.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

namespace {

constexpr std::uint32_t most_strips = 4096;

struct OverflowLine {  // one edge, or all bed steps of the region
  EdgeSegment edge;
  bool begins = false;                     // the first of the clock step that emits these particles
  std::vector<grid::LedgerReach> reaches;  // of bed steps; empty: along an edge
  glm::dvec2 cell{0};                      // of bed steps
  std::uint64_t falling_bytes = 0;
  graph::Buffer totals;
};

void check_inside(const Setup& setup, const ParticlePort& port, const glm::dvec3& x, const std::string& what) {
  if (x.x < port.low.x - 1e-6 || x.x > port.high.x + 1e-6 || x.z < port.low.z - 1e-6 || x.z > port.high.z + 1e-6)
    throw Error(Exit::bad_input, setup.where,
                fmt::format("{}: {} at [{:g}, {:g}] is outside of the particles' domain", setup.ends(), what, x.x, x.z),
                "a domain that contains it, or a smaller region");
}

[[noreturn]] void throw_shared(const Setup& setup) {
  throw Error(Exit::bad_input, setup.where, setup.ends() + ": uses columns of another exchange",
              "regions that do not overlap");
}

bool overlap(const OverflowEdge& a, const OverflowEdge& b) {
  return a.side == b.side && a.first < b.first + b.count && b.first < a.first + a.count;
}

OverflowLine line_along(EdgeSegment edge, const Setup& setup, const ParticlePort& port) {
  for (const EdgeSegment& other : setup.edges.edges)
    if (overlap(other.columns, edge.columns)) throw_shared(setup);
  setup.edges.edges.push_back(edge);
  const glm::dvec3 last = edge.corner + edge.along * (edge.width * edge.columns.count);
  for (const glm::dvec3& x : {edge.corner, last}) check_inside(setup, port, x, "the edge");
  edge.columns.per = std::max(1u, static_cast<std::uint32_t>(std::lround(port.spacing / edge.width)));
  return {.edge = edge};
}

OverflowLine line_of_steps(const Setup& setup, const ParticlePort& port) {
  const double drop = setup.settings.drop;
  if (drop < port.spacing)
    throw Error(Exit::bad_input, setup.where + "/drop",
                fmt::format("{}: {:g} m is less than the spacing of {:g} m", setup.ends(), drop, port.spacing),
                "at least the spacing of the particles");
  EdgePort* edges = setup.from.ports().edges;
  const BedSteps steps = edges ? edges->bed_steps(setup.settings.box(), drop) : BedSteps{};
  if (steps.columns.empty())
    throw Error(Exit::bad_input, setup.where + "/drop",
                fmt::format("{}: the region has no bed step of {:g} m", setup.ends(), drop),
                "\"shallow\" with such a bed step in the region, or 0 for open edges only");
  std::vector<BedSteps::Column>& taken = setup.edges.bed_steps;
  for (const BedSteps::Column& c : steps.columns) {
    for (const BedSteps::Column& other : taken)
      if (other.at == c.at && other.side == c.side) throw_shared(setup);
    const glm::dvec2 high = glm::dvec2(c.at + 1) * steps.cell, low = glm::dvec2(c.at) * steps.cell;
    check_inside(setup, port, steps.corner + glm::dvec3(low.x, 0, low.y), "the bed step");
    check_inside(setup, port, steps.corner + glm::dvec3(high.x, 0, high.y), "the bed step");
  }
  taken.insert(taken.end(), steps.columns.begin(), steps.columns.end());
  OverflowLine out{.edge = {.corner = steps.corner, .gravity = steps.gravity}};
  out.reaches = reaches_of(steps, port.spacing);
  out.cell = steps.cell;
  out.falling_bytes = steps.falling_bytes;
  out.edge.columns.inner = static_cast<std::uint32_t>(out.reaches.size());
  out.edge.columns.under = port.spacing;
  return out;
}

class Overflow : public Coupling {
 public:
  explicit Overflow(const Setup& setup)
      : name_(setup.settings.name), from_(setup.settings.from), port_(setup.to.ports().particles()) {
    const Ports giver = setup.from.ports();
    if (giver.particles)
      throw Error(Exit::bad_input, setup.where, setup.ends() + ": both waters are particles", "columns or a grid");
    const CouplingBox box = setup.settings.box();
    const std::vector<EdgeSegment> edges = giver.edges ? giver.edges->open_edges(box) : std::vector<EdgeSegment>{};
    if (setup.settings.drop > 0) lines_.push_back(line_of_steps(setup, port_));
    if (edges.empty() && setup.settings.drop == 0)
      throw Error(Exit::bad_input, setup.where, setup.ends() + ": the region has no open edge",
                  "columns (\"shallow\", \"pipes\") with an edge that is \"open\" in the region");
    for (const EdgeSegment& edge : edges) lines_.push_back(line_along(edge, setup, port_));
    for (const OverflowLine& line : lines_)
      if (line.edge.columns.strip_count() > most_strips)
        throw Error(Exit::bad_input, setup.where,
                    fmt::format("{}: {} strips", setup.ends(), line.edge.columns.strip_count()),
                    fmt::format("at most {}: a smaller region", most_strips));
    particle_ = particle_quanta(port_.spacing);
    grid_ = giver.grid();
    make(setup);
  }

  void start(graph::Graph& g) override {
    for (const OverflowLine& line : lines_) {
      g.clear("clear_strips", line.edge.columns.strips);
      g.clear("clear_room", line.edge.columns.room);
      if (line.reaches.empty()) continue;
      g.upload("fill_reaches", line.edge.columns.reaches, line.reaches);
      g.clear("clear_falling", line.edge.columns.falling);
    }
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    for (const OverflowLine& line : lines_) emit(g, line, step);
  }

  // To the source; if it ends, the pending momentum is discarded.
  void rollback(graph::Graph& g, const Stays& stays) override {
    const bool stay = stays(from_);
    const glm::uvec2 cells = grid_.cells;
    graph::Buffer deposits;
    if (stay) {
      deposits =
          g.buffer(g.name(name_ + "/back"), {.bytes = sizeof(grid::LedgerDeposit) * std::uint64_t{cells.x} * cells.y});
      g.clear("clear_back", deposits);
    }
    for (const OverflowLine& line : lines_) give_back(g, line, deposits);
    if (stay) grid_.receive(g, {deposits, {0, 0}, cells, 0, {0, 0}, discarded_});
  }

  Account account() const override {
    Account out{.particle = particle_, .discarded = discarded_};
    for (const OverflowLine& line : lines_) out.totals.push_back(line.totals);
    return out;
  }

 private:
  void make(const Setup& setup) {
    for (std::size_t k = 0; k < lines_.size(); ++k) {
      OverflowEdge& e = lines_[k].edge.columns;
      e.strips = setup.buffer(fmt::format("strips_{}", k), sizeof(grid::LedgerStrip) * e.strip_count());
      e.room = setup.buffer(fmt::format("room_{}", k), sizeof(grid::LedgerRoom));
      lines_[k].totals = setup.buffer(fmt::format("totals_{}", k), sizeof(CouplingTotals));
      if (e.inner > 0) {
        graph::Buffer& falling = setup.edges.falling;
        e.reaches = setup.buffer("reaches", sizeof(grid::LedgerReach) * e.inner);
        if (!falling) falling = setup.buffer("falling", lines_[k].falling_bytes);
        e.falling = falling;
      }
      lines_[k].begins = setup.particles.first(port_);
      setup.edges.overflows.push_back(e);
    }
    discarded_ = setup.buffer("discarded", sizeof(grid::LedgerDiscarded));
  }

  void emit(graph::Graph& g, const OverflowLine& line, const StepInfo& step) const {
    const bool inside = !line.reaches.empty();
    const EdgeSegment& e = line.edge;
    auto node = g.compute("emit", "coupling/emit.comp").variant("BED_STEPS", inside);
    if (inside) node.read("reaches", e.columns.reaches);
    node.modify("strips", e.columns.strips).modify("control", port_.control).modify("totals", line.totals);
    node.modify("position", port_.position).modify("velocity", port_.velocity).modify("room", e.columns.room);
    node.groups({1, 1, 1});
    node.params(EmitParams{.corner = glm::vec3(e.corner),
                           .outwards = glm::vec3(e.outwards),
                           .along = glm::vec3(e.along),
                           .width = static_cast<float>(e.width),
                           .count = static_cast<int>(e.columns.count),
                           .per = static_cast<int>(e.columns.per),
                           .strips = static_cast<int>(e.columns.strip_count()),
                           .particle = grid::ledger_words(particle_),
                           .spacing = static_cast<float>(port_.spacing),
                           .gravity = static_cast<float>(e.gravity),
                           .dt = static_cast<float>(step.dt),
                           .capacity = port_.capacity,
                           .begins = line.begins,
                           .cell = glm::vec2(line.cell)});
  }

  // deposits: of all cells of the source; null: it ends.
  void give_back(graph::Graph& g, const OverflowLine& line, graph::Buffer deposits) const {
    const bool inside = !line.reaches.empty();
    const OverflowEdge& e = line.edge.columns;
    auto node =
        g.compute("rollback", "coupling/rollback.comp").variant("DISCARDED", !deposits).variant("BED_STEPS", inside);
    if (inside) node.read("reaches", e.reaches);
    node.modify("strips", e.strips);
    if (deposits)
      node.accumulate("deposits", deposits).accumulate("totals", line.totals);
    else
      node.accumulate("discarded", discarded_);
    node.over({e.strip_count(), 1, 1});
    node.params(RollbackParams{.side = e.side,
                               .first = static_cast<int>(e.first),
                               .count = static_cast<int>(e.count),
                               .per = static_cast<int>(e.per),
                               .strips = static_cast<int>(e.strip_count()),
                               .cells = glm::ivec2(grid_.cells)});
  }

  std::string name_, from_;
  ParticlePort port_;
  GridPort grid_;  // of the source
  std::vector<OverflowLine> lines_;
  std::int64_t particle_ = 0;
  graph::Buffer discarded_;
};

}  // namespace

std::unique_ptr<Coupling> make_overflow(const Setup& setup) { return std::make_unique<Overflow>(setup); }

}  // namespace undine::coupling

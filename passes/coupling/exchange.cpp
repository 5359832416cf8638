#include "passes/coupling/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/core/error.h"
#include "engine/core/round.h"
#include "passes/coupling/catch.h"
#include "passes/coupling/current.h"
#include "passes/coupling/exchange_params.h"
#include "passes/coupling/join.h"
#include "passes/coupling/region.h"
#include "passes/coupling/sills.h"
#include "passes/ledger/figures.h"
#include "passes/ledger/ledger_params.h"

namespace undine::exchange {

namespace {

constexpr std::uint32_t most_strips = 4096;

glm::uvec2 words(std::int64_t v) {
  const auto u = static_cast<std::uint64_t>(v);
  return {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(u >> 32)};
}
std::int64_t integer(const glm::uvec2& v) {
  return static_cast<std::int64_t>(std::uint64_t{v.y} << 32 | std::uint64_t{v.x});
}

// Quanta of a particle.
std::int64_t particle_of(double spacing) {
  return std::llround(spacing * spacing * spacing / ExchangeFigures::quantum);
}

struct Fall {  // what falls over one edge
  BrinkEdge edge;
  ParticleGate gate;
  bool begins = false;                     // the first that gives these particles
  std::vector<grid::LedgerReach> reaches;  // of sills inside of the grid; none: along an edge
  glm::dvec2 cell{0};                      // then
  std::uint64_t falling_bytes = 0;
};
struct Dip {  // particles that a grid gets
  ParticleGate gate;
  Catcher grid;
  ExchangeBox box;
  glm::uvec2 first{0}, count{0};
  graph::Buffer gains, struck, dipping, stamps;
};
struct Exchange {
  std::string name, from, to;
  std::optional<Catcher> giver;  // of what falls
  std::int64_t particle = 0;
  std::vector<Fall> falls;
  std::optional<Dip> dip;
  std::optional<Join> join;
  std::optional<Region> region;
  std::optional<Current> current;
  bool begins = false;  // the region is the first that gives these particles
  std::vector<graph::Buffer> tallies;
  graph::Buffer lost;  // LedgerLost; none: there is no momentum under way
};

ExchangeFigures::Kind kind_of(const Exchange& e) {
  using Kind = ExchangeFigures::Kind;
  if (e.current) return Kind::current;
  if (e.region) return Kind::region;
  return e.join ? Kind::join : e.dip ? Kind::dip : Kind::brink;
}

Place place_of(const Scene& scene, const std::string& water) {
  const auto at = std::ranges::find(scene.water, water, &WaterEntry::name);
  return at->settings->place().value_or(Place{});
}

class Ledger : public Exchanges {
 public:
  Ledger(graph::State& state, const Scene& scene, const std::vector<Solver*>& waters) : gravity_(scene.gravity) {
    std::map<std::string, Taken> taken;
    std::map<Solver*, std::vector<Brink>> given;
    std::map<Solver*, std::vector<Seam>> joined;
    for (std::size_t i = 0; i < scene.exchanges.size(); ++i) {
      const ExchangeSettings& s = scene.exchanges[i];
      const std::string where = scene.file.string() + ": /exchanges/" + std::to_string(i);
      const auto water = [&](const std::string& name) {
        const auto at = std::ranges::find(scene.water, name, &WaterEntry::name);
        return waters[static_cast<std::size_t>(at - scene.water.begin())];
      };
      Exchange out{.name = s.name, .from = s.from, .to = s.to};
      if (s.drop > 0 && (!water(s.to)->gate() || water(s.from)->gate()))
        throw Error(Exit::bad_input, where + "/drop", fmt::format("\"{}\" to \"{}\" has no sill", s.from, s.to),
                    "0, or an exchange from columns (\"shallow\") to particles");
      if (s.current)
        out.current.emplace(s, where, *water(s.from), *water(s.to), place_of(scene, s.from));
      else if (s.two_way)
        out.region.emplace(s, where, *water(s.from), *water(s.to), scene.terrain);
      else if (const auto gate = water(s.to)->gate())
        fall(out, s, where, *gate, water(s.from), taken[s.from]);
      else if (const auto from = water(s.from)->gate())
        dip(out, s, where, *from, water(s.to));
      else
        out.join.emplace(s, where, *water(s.from), *water(s.to));
      make(state, s, out, taken[s.from]);
      if (out.join) out.join->add_to(joined[water(s.from)]);
      for (const Fall& f : out.falls) given[water(s.from)].push_back(f.edge.columns);
      exchanges_.push_back(std::move(out));
    }
    for (const auto& [water, brinks] : given) water->give(brinks);
    for (const auto& [water, seams] : joined) water->seams({})->join(seams);
    find_gates(state);
  }

  void start(graph::Graph& g) override {
    auto scope = g.scope("exchanges", false);
    for (Exchange& e : exchanges_) {
      for (graph::Buffer tally : e.tallies) g.clear("clear_tally", tally);
      if (e.lost) g.clear("clear_lost", e.lost);
      if (e.dip) {
        g.clear("clear_gains", e.dip->gains);
        g.clear("clear_struck", e.dip->struck);
        g.clear("clear_stamps", e.dip->stamps);
        g.clear("clear_dipping", e.dip->dipping);
      }
      for (Fall& f : e.falls) {
        g.clear("clear_strips", f.edge.columns.strips);
        g.clear("clear_room", f.edge.columns.room);
        if (f.reaches.empty()) continue;
        g.upload("fill_reaches", f.edge.columns.reaches, f.reaches);
        g.clear("clear_falling", f.edge.columns.falling);
      }
      if (e.join) e.join->start(g);
      if (e.region) e.region->start(g);
      if (e.current) g.clear("clear_peak", e.current->peak());
    }
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    for (const Gate& gate : gates_) {
      auto scope = g.scope("exchanges", false);
      auto node = g.compute("begin", "coupling/begin.comp");
      node.read("control", gate.control).write("arguments", gate.arguments);
      node.groups({1, 1, 1});
    }
    for (Exchange& e : exchanges_) {
      for (std::size_t k = 0; k < e.falls.size(); ++k) emit(g, e, k, step);
      if (e.dip) take(g, e, step);
      if (e.current) {
        auto scope = g.scope(g.name(e.name), false);
        e.current->step(g, step);
      }
      if (e.region) {
        auto scope = g.scope(g.name(e.name), false);
        e.region->step(g, step, find_gate(e.region->gate())->arguments, e.begins);
      }
      if (e.join) {
        auto scope = g.scope(g.name(e.name), false);
        e.join->step(g, step);
      }
    }
  }

  void hand_back(graph::Graph& g, const std::function<bool(const std::string&)>& goes_on) override {
    for (Exchange& e : exchanges_) {
      auto scope = g.scope(g.name(e.name), false);
      if (e.giver && !e.falls.empty()) give_back(g, e, goes_on(e.from));
      if (e.dip && e.dip->grid.forget) e.dip->grid.forget(g, gains_of(e, 0));
      if (e.region && goes_on(e.from)) e.region->hand_back(g);
      if (e.join && goes_on(e.to)) e.join->pay(g);
    }
  }

  void stats(graph::Graph& g, std::function<void(const std::vector<ExchangeFigures>&)> done) override {
    auto scope = g.scope("exchanges", false);
    std::uint32_t tallies = 0;
    for (const Exchange& e : exchanges_) tallies += static_cast<std::uint32_t>(e.tallies.size());
    constexpr auto lost_bytes = static_cast<std::uint32_t>(sizeof(grid::LedgerLost));
    grid::Figures figures(g, "exchanges",
                          tallies * static_cast<std::uint32_t>(sizeof(ExchangeTally)) +
                              (lost_bytes + Current::peak_bytes) * static_cast<std::uint32_t>(exchanges_.size()));
    std::vector<ExchangeFigures> out;
    std::vector<std::vector<std::uint32_t>> places;
    std::vector<std::optional<std::uint32_t>> lost;
    std::vector<Current::Reading> currents;
    for (const Exchange& e : exchanges_) {
      out.push_back({.name = e.name, .from = e.from, .to = e.to, .particle = e.particle, .kind = kind_of(e)});
      std::vector<std::uint32_t>& at = places.emplace_back();
      for (graph::Buffer tally : e.tallies) at.push_back(figures.copy(tally, 0, sizeof(ExchangeTally)));
      currents.push_back(e.current ? e.current->read(figures) : Current::Reading{});
      lost.push_back(e.lost ? std::optional(figures.copy(e.lost, 0, lost_bytes)) : std::nullopt);
    }
    figures.receive([done = std::move(done), out = std::move(out), lost = std::move(lost), currents,
                     places = std::move(places)](const grid::Figures::Reader& reader) mutable {
      for (std::size_t i = 0; i < out.size(); ++i) {
        ExchangeFigures& f = out[i];
        f.given = f.owed = f.particles = f.waiting = f.spilled = 0;
        std::ranges::fill(f.momentum, 0);
        currents[i].tell(reader, f);
        if (lost[i]) {
          const auto momentum = reader.get<grid::LedgerLost>(*lost[i]);
          for (int k = 0; k < 3; ++k) f.lost_momentum[k] = integer(momentum.momentum[k]);
        }
        for (std::uint32_t at : places[i]) {
          const auto tally = reader.get<ExchangeTally>(at);
          f.given += integer(tally.given);
          f.owed += integer(tally.owed);
          f.particles += integer(tally.particles);
          f.waiting += tally.waiting;
          f.spilled += integer(tally.spilled);
          for (int k = 0; k < 3; ++k) f.momentum[k] += integer(tally.momentum[k]);
        }
      }
      done(out);
    });
  }

 private:
  struct Gate {  // particles that share a region with columns
    graph::Buffer control, arguments;
  };

  struct Taken {  // of a water, by exchanges before
    std::vector<BrinkEdge> edges;
    std::vector<Sills::Column> sills;
    graph::Buffer falling;
  };

  static void fall(Exchange& out, const ExchangeSettings& s, const std::string& where, const ParticleGate& gate,
                   Solver* giver, Taken& taken) {
    const std::string ends = fmt::format("\"{}\" to \"{}\"", s.from, s.to);
    if (giver->gate())
      throw Error(Exit::bad_input, where, ends + ": both waters are of particles", "columns or a grid");
    const std::vector<BrinkEdge> edges = giver->brinks(s.box());
    if (s.drop > 0) fall_inside(out, s, where, gate, giver, taken.sills);
    if (edges.empty() && s.drop == 0)
      throw Error(Exit::bad_input, where, ends + ": no water can fall out of the region, its edges there are closed",
                  "columns (\"shallow\", \"pipes\") with an edge that is \"open\" in the region");
    for (BrinkEdge edge : edges) {
      for (const BrinkEdge& other : taken.edges)
        if (other.columns.side == edge.columns.side && other.columns.first < edge.columns.first + edge.columns.count &&
            edge.columns.first < other.columns.first + other.columns.count)
          throw Error(Exit::bad_input, where, ends + ": gives columns that another exchange gives",
                      "regions that do not overlap");
      taken.edges.push_back(edge);
      const glm::dvec3 last = edge.corner + edge.along * (edge.width * edge.columns.count);
      for (const glm::dvec3& x : {edge.corner, last}) must_hold(gate, x, where, ends + ": the edge");
      edge.columns.per = std::max(1u, static_cast<std::uint32_t>(std::lround(gate.spacing / edge.width)));
      out.falls.push_back({edge, gate, false, {}});
    }
    for (const Fall& f : out.falls)
      if (f.edge.columns.strip_count() > most_strips)
        throw Error(Exit::bad_input, where, fmt::format("{}: {} strips", ends, f.edge.columns.strip_count()),
                    fmt::format("at most {}: a smaller region", most_strips));
    out.particle = particle_of(gate.spacing);
    out.giver = giver->catcher();
  }

  static void must_hold(const ParticleGate& gate, const glm::dvec3& x, const std::string& where,
                        const std::string& what) {
    if (x.x < gate.low.x - 1e-6 || x.x > gate.high.x + 1e-6 || x.z < gate.low.z - 1e-6 || x.z > gate.high.z + 1e-6)
      throw Error(Exit::bad_input, where,
                  fmt::format("{} at [{:g}, {:g}] is outside of the particles' domain", what, x.x, x.z),
                  "a domain that holds it, or a smaller region");
  }

  // Over sills inside of the grid.
  static void fall_inside(Exchange& out, const ExchangeSettings& s, const std::string& where, const ParticleGate& gate,
                          Solver* giver, std::vector<Sills::Column>& taken) {
    const std::string ends = fmt::format("\"{}\" to \"{}\"", s.from, s.to);
    if (s.drop < gate.spacing)
      throw Error(Exit::bad_input, where + "/drop",
                  fmt::format("{}: {:g} m is less than a particle, {:g} m", ends, s.drop, gate.spacing),
                  "sills that particles can fall from");
    const auto sills = giver->sills(s.box(), s.drop);
    if (!sills || sills->columns.empty())
      throw Error(Exit::bad_input, where + "/drop",
                  fmt::format("{}: the ground drops by {:g} m nowhere in the region", ends, s.drop),
                  "columns (\"shallow\") with a sill in the region, or 0: open edges only");
    for (const Sills::Column& c : sills->columns) {
      for (const Sills::Column& other : taken)
        if (other.at == c.at && other.side == c.side)
          throw Error(Exit::bad_input, where, ends + ": gives columns that another exchange gives",
                      "regions that do not overlap");
      const glm::dvec2 high = glm::dvec2(c.at + 1) * sills->cell, low = glm::dvec2(c.at) * sills->cell;
      must_hold(gate, sills->corner + glm::dvec3(low.x, 0, low.y), where, ends + ": the sill");
      must_hold(gate, sills->corner + glm::dvec3(high.x, 0, high.y), where, ends + ": the sill");
    }
    taken.insert(taken.end(), sills->columns.begin(), sills->columns.end());
    Fall f{.edge = {.corner = sills->corner, .gravity = sills->gravity}, .gate = gate};
    f.reaches = reaches_of(*sills, gate.spacing);
    f.cell = sills->cell;
    f.falling_bytes = sills->falling_bytes;
    f.edge.columns.inner = static_cast<std::uint32_t>(f.reaches.size());
    f.edge.columns.under = gate.spacing;
    out.falls.push_back(std::move(f));
  }

  static void dip(Exchange& out, const ExchangeSettings& s, const std::string& where, const ParticleGate& gate,
                  Solver* getter) {
    const std::string ends = fmt::format("\"{}\" to \"{}\"", s.from, s.to);
    const auto grid = getter->catcher();
    if (!grid)
      throw Error(Exit::bad_input, where, ends + ": this solver cannot take particles",
                  "\"shallow\", \"pipes\" of one layer, \"wave\" or \"fluid\" as the water that gets them");
    if (!grid->lacks.empty())
      throw Error(Exit::bad_input, where, fmt::format("{}: {}", ends, grid->lacks),
                  fmt::format("an edge of \"{}\" that is \"outflow\"", s.to));
    const ExchangeBox box = s.box();
    const glm::dvec2 cell = grid->size / glm::dvec2(grid->cells);
    const glm::dvec2 corner = glm::dvec2(grid->origin.x, grid->origin.z) - 0.5 * grid->size;
    const glm::dvec2 low = glm::max(glm::dvec2(box.min.x, box.min.z), glm::dvec2(gate.low.x, gate.low.z)),
                     high = glm::min(glm::dvec2(box.max.x, box.max.z), glm::dvec2(gate.high.x, gate.high.z));
    const glm::dvec2 first = glm::clamp(glm::floor((low - corner) / cell), glm::dvec2(0), glm::dvec2(grid->cells)),
                     last = glm::clamp(glm::ceil((high - corner) / cell), glm::dvec2(0), glm::dvec2(grid->cells));
    if (glm::any(glm::lessThanEqual(last, first)) || glm::any(glm::lessThanEqual(high, low)))
      throw Error(Exit::bad_input, where, ends + ": the two waters do not overlap in the region",
                  "a place where the particles' domain lies over the grid");
    out.dip = Dip{gate, *grid, box, glm::uvec2(first), glm::uvec2(last - first), {}};
    out.particle = particle_of(gate.spacing);
  }

  void make(graph::State& state, const ExchangeSettings& s, Exchange& out, Taken& taken) {
    using Keeps = graph::State::Keeps;
    const auto buffer = [&](const std::string& what, std::uint64_t bytes, Keeps keeps = Keeps::all) {
      return state.buffer(fmt::format("{}/{}", s.name, what), {.bytes = bytes}, keeps);
    };
    for (std::size_t k = 0; k < out.falls.size(); ++k) {
      Brink& b = out.falls[k].edge.columns;
      b.strips = buffer(fmt::format("strips_{}", k), sizeof(grid::LedgerStrip) * b.strip_count());
      b.room = buffer(fmt::format("room_{}", k), sizeof(grid::LedgerRoom));
      out.tallies.push_back(buffer(fmt::format("tally_{}", k), sizeof(ExchangeTally)));
      if (b.inner == 0) continue;
      b.reaches = buffer("reaches", sizeof(grid::LedgerReach) * b.inner);
      if (!taken.falling) taken.falling = buffer("falling", out.falls[k].falling_bytes);
      b.falling = taken.falling;
    }
    if (out.join) {
      out.join->make(state, s.name);
      for (const Line& line : out.join->lines()) out.tallies.push_back(line.tally);
    }
    if (out.region) {
      out.region->make(state, s.name);
      out.particle = particle_of(out.region->gate().spacing);
      out.tallies.push_back(out.region->tally());
    }
    if (out.current) out.current->make(state, s.name);
    if (out.dip || !out.falls.empty()) out.lost = buffer("lost", sizeof(grid::LedgerLost));
    if (!out.dip) return;
    out.dip->gains = buffer("gains", sizeof(grid::LedgerGain) * std::uint64_t{out.dip->count.x} * out.dip->count.y);
    const std::uint64_t ringed = grid::ledger_ringed(out.dip->count);
    out.dip->struck = buffer("struck", sizeof(grid::LedgerList) + 4 * ringed, Keeps::list);
    out.dip->dipping = buffer("dipping", 4 * std::uint64_t{out.dip->gate.capacity}, Keeps::nothing);
    out.dip->stamps = buffer("stamps", 4 * ringed);
    if (out.dip->grid.expect) out.dip->grid.expect(gains_of(out, 0));
    out.tallies.push_back(buffer("tally", sizeof(ExchangeTally)));
  }

  std::vector<Gate>::iterator find_gate(const ParticleGate& port) {
    return std::ranges::find_if(gates_, [&](const Gate& x) { return x.control == port.control; });
  }

  void find_gates(graph::State& state) {
    std::vector<graph::Buffer> begun;
    const auto first_of = [&](const ParticleGate& port) {
      const bool first = std::ranges::find(begun, port.control) == begun.end();
      begun.push_back(port.control);
      return first;
    };
    for (Exchange& e : exchanges_) {
      for (Fall& f : e.falls) f.begins = first_of(f.gate);
      if (!e.region) continue;
      const ParticleGate& port = e.region->gate();
      e.begins = first_of(port);
      if (find_gate(port) != gates_.end()) continue;
      gates_.push_back({port.control, {}});
      gates_.back().arguments = state.buffer(fmt::format("gate_{}", gates_.size()), {.bytes = sizeof(glm::uvec3)});
    }
  }

  void emit(graph::Graph& g, const Exchange& e, std::size_t k, const StepInfo& step) const {
    auto scope = g.scope(g.name(e.name), false);
    const Fall& f = e.falls[k];
    const bool inside = !f.reaches.empty();
    auto node = g.compute("emit", "coupling/emit.comp").variant("SILLS", inside);
    if (inside) node.read("reaches", f.edge.columns.reaches);
    node.modify("strips", f.edge.columns.strips).modify("control", f.gate.control).modify("tally", e.tallies[k]);
    node.modify("position", f.gate.position).modify("velocity", f.gate.velocity).modify("room", f.edge.columns.room);
    node.groups({1, 1, 1});
    node.params(ExchangeEmitParams{.corner = glm::vec3(f.edge.corner),
                                   .outwards = glm::vec3(f.edge.outwards),
                                   .along = glm::vec3(f.edge.along),
                                   .width = static_cast<float>(f.edge.width),
                                   .count = static_cast<int>(f.edge.columns.count),
                                   .per = static_cast<int>(f.edge.columns.per),
                                   .strips = static_cast<int>(f.edge.columns.strip_count()),
                                   .particle = words(e.particle),
                                   .spacing = static_cast<float>(f.gate.spacing),
                                   .gravity = static_cast<float>(f.edge.gravity),
                                   .dt = static_cast<float>(step.dt),
                                   .capacity = f.gate.capacity,
                                   .begins = f.begins,
                                   .cell = glm::vec2(f.cell)});
  }

  // To the giver, or to nobody: then the momentum is lost.
  static void give_back(graph::Graph& g, const Exchange& e, bool goes_on) {
    const glm::uvec2 cells = e.giver->cells;
    graph::Buffer gains;
    if (goes_on) {
      gains =
          g.buffer(g.name(e.name + "/back"), {.bytes = sizeof(grid::LedgerGain) * std::uint64_t{cells.x} * cells.y});
      g.clear("clear_back", gains);
    }
    for (std::size_t k = 0; k < e.falls.size(); ++k) {
      const Fall& f = e.falls[k];
      const bool inside = !f.reaches.empty();
      auto node = g.compute("back", "coupling/back.comp").variant("LOST", !goes_on).variant("SILLS", inside);
      if (inside) node.read("reaches", f.edge.columns.reaches);
      node.modify("strips", f.edge.columns.strips);
      if (goes_on)
        node.accumulate("gains", gains).accumulate("tally", e.tallies[k]);
      else
        node.accumulate("lost", e.lost);
      node.over({f.edge.columns.strip_count(), 1, 1});
      node.params(ExchangeBackParams{.side = f.edge.columns.side,
                                     .first = static_cast<int>(f.edge.columns.first),
                                     .count = static_cast<int>(f.edge.columns.count),
                                     .per = static_cast<int>(f.edge.columns.per),
                                     .strips = static_cast<int>(f.edge.columns.strip_count()),
                                     .cells = glm::ivec2(cells),
                                     .depth_pitch = 0,
                                     .quanta = 0});
    }
    if (goes_on) e.giver->receive(g, {gains, {0, 0}, cells, 0, {0, 0}, e.lost});
  }

  static Gains gains_of(const Exchange& e, double dt) {
    const Dip& d = *e.dip;
    return {d.gains, d.first, d.count, dt, {0, 0}, e.lost, d.struck};
  }

  void take(graph::Graph& g, const Exchange& e, const StepInfo& step) const {
    const Dip& d = *e.dip;
    const SurfaceField field = d.grid.surface(g);
    auto scope = g.scope(g.name(e.name), false);
    const glm::dvec2 cell = d.grid.size / glm::dvec2(d.grid.cells);
    catch_particles(g,
                    {.position = d.gate.position,
                     .velocity = d.gate.velocity,
                     .control = d.gate.control,
                     .taken = d.gate.taken,
                     .surface = field.surface,
                     .flow = field.flow,
                     .gains = d.gains,
                     .tally = e.tallies[0],
                     .struck = d.struck,
                     .dipping = d.dipping,
                     .stamps = d.stamps,
                     .params = {.low = glm::vec3(glm::max(d.box.min, glm::dvec3(-1e30))),
                                .high = glm::vec3(d.box.max),
                                .corner = glm::vec2(glm::dvec2(d.grid.origin.x, d.grid.origin.z) - 0.5 * d.grid.size),
                                .cell = glm::vec2(cell),
                                .level = static_cast<float>(field.origin.y),
                                .spacing = static_cast<float>(d.gate.spacing),
                                .gravity = static_cast<float>(gravity_),
                                .first = glm::ivec2(d.first),
                                .count = glm::ivec2(d.count),
                                .particle = words(e.particle),
                                .capacity = d.gate.capacity,
                                .grounded = field.dries,
                                .stamp = static_cast<std::uint32_t>(step.index % 0xffffffff) + 1,
                                .periodic = {field.periodic_x, field.periodic_z}}});
    d.grid.receive(g, gains_of(e, step.dt));
  }

  double gravity_;  // m/s²
  std::vector<Exchange> exchanges_;
  std::vector<Gate> gates_;
};

}  // namespace

std::unique_ptr<Exchanges> make_exchanges(graph::State& state, const Scene& scene, const std::vector<Solver*>& waters) {
  if (scene.exchanges.empty()) return nullptr;
  return std::make_unique<Ledger>(state, scene, waters);
}

}  // namespace undine::exchange

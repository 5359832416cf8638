#include "passes/coupling/couplings.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/core/error.h"
#include "passes/coupling/coupling.h"
#include "passes/ledger/figures.h"
#include "passes/ledger/ledger_params.h"

namespace undine::coupling {

bool ParticleClaims::first(const ParticlePort& port) {
  if (std::ranges::find(controls_, port.control) != controls_.end()) return false;
  controls_.push_back(port.control);
  return true;
}

std::int64_t particle_quanta(double spacing) {
  return std::llround(spacing * spacing * spacing / CouplingFigures::quantum);
}

namespace {

using Kind = CouplingFigures::Kind;

Kind kind_of(const CouplingSettings& s, Solver& from, Solver& to) {
  if (s.current) return Kind::current;
  if (to.ports().particles) return Kind::overflow;
  return from.ports().particles ? Kind::absorb : Kind::grid_interface;
}

std::unique_ptr<Coupling> make(Kind kind, const Setup& setup) {
  switch (kind) {
    case Kind::overflow:
      return make_overflow(setup);
    case Kind::absorb:
      return make_absorb(setup);
    case Kind::grid_interface:
      return make_interface(setup);
    case Kind::current:
      return make_current(setup);
  }
  return nullptr;
}

class SceneCouplings : public Couplings {
 public:
  SceneCouplings(graph::State& state, const Scene& scene, const std::vector<Solver*>& waters) {
    std::map<Solver*, EdgeClaims> edges;
    ParticleClaims particles;
    for (std::size_t i = 0; i < scene.exchanges.size(); ++i) {
      const CouplingSettings& s = scene.exchanges[i];
      const std::string where = scene.file.string() + ": /exchanges/" + std::to_string(i);
      const auto water = [&](const std::string& name) -> Solver& {
        const auto at = std::ranges::find(scene.water, name, &WaterEntry::name);
        return *waters[static_cast<std::size_t>(at - scene.water.begin())];
      };
      Solver &from = water(s.from), &to = water(s.to);
      if (s.drop > 0 && (!to.ports().particles || from.ports().particles))
        throw Error(Exit::bad_input, where + "/drop", fmt::format("\"{}\" to \"{}\" has no bed step", s.from, s.to),
                    "0, or an exchange from \"shallow\" to \"sph\"");
      const Kind kind = kind_of(s, from, to);
      list_.push_back(
          {s.name, s.from, s.to, kind, make(kind, {state, scene, s, where, from, to, edges[&from], particles})});
    }
    for (const auto& [water, claims] : edges) {
      EdgePort* port = water->ports().edges;
      if (!claims.overflows.empty()) port->set_overflows(claims.overflows);
      if (!claims.interfaces.empty()) port->set_interfaces(claims.interfaces);
    }
  }

  void start(graph::Graph& g) override {
    auto scope = g.scope("exchanges", false);
    for (const Entry& e : list_) {
      const Account account = e.coupling->account();
      for (graph::Buffer totals : account.totals) g.clear("clear_totals", totals);
      if (account.discarded) g.clear("clear_discarded", account.discarded);
      e.coupling->start(g);
    }
  }

  void step(graph::Graph& g, const StepInfo& step) override {
    for (const Entry& e : list_) {
      auto scope = g.scope("exchanges", false);
      e.coupling->begin(g);
    }
    for (const Entry& e : list_) {
      auto scope = g.scope(g.name(e.name), false);
      e.coupling->step(g, step);
    }
  }

  void rollback(graph::Graph& g, const std::function<bool(const std::string&)>& stays) override {
    for (const Entry& e : list_) {
      auto scope = g.scope(g.name(e.name), false);
      e.coupling->rollback(g, stays);
    }
  }

  void stats(graph::Graph& g, std::function<void(const std::vector<CouplingFigures>&)> done) override {
    auto scope = g.scope("exchanges", false);
    std::uint32_t bytes = 0;
    for (const Entry& e : list_) bytes += bytes_of(e.coupling->account());
    grid::Figures figures(g, "exchanges", bytes);
    std::vector<Reading> readings;
    for (const Entry& e : list_) readings.push_back(read(e, figures));
    figures.receive([done = std::move(done), readings = std::move(readings)](const grid::Figures::Reader& reader) {
      std::vector<CouplingFigures> out;
      for (const Reading& r : readings) out.push_back(r.tell(reader));
      done(out);
    });
  }

 private:
  struct Entry {
    std::string name, from, to;
    Kind kind;
    std::unique_ptr<Coupling> coupling;
  };

  struct Reading {
    CouplingFigures figures;
    std::vector<std::uint32_t> totals;
    std::optional<std::uint32_t> discarded, peak;
    double most = 0, dt = 0;

    CouplingFigures tell(const grid::Figures::Reader& reader) const {
      using grid::ledger_integer;
      CouplingFigures f = figures;
      if (peak) {
        const double courant = static_cast<double>(reader.get<float>(*peak)) * dt;
        f.fastest = static_cast<double>(reader.get<float>(*peak + 4));
        f.carried = courant > most && courant > 0 ? most / courant : 1;
      }
      if (discarded) {
        const auto momentum = reader.get<grid::LedgerDiscarded>(*discarded);
        for (int k = 0; k < 3; ++k) f.lost_momentum[k] = ledger_integer(momentum.momentum[k]);
      }
      for (std::uint32_t at : totals) {
        const auto totals = reader.get<CouplingTotals>(at);
        f.given += ledger_integer(totals.given);
        f.pending += ledger_integer(totals.pending);
        f.particles += ledger_integer(totals.particles);
        f.waiting += totals.waiting;
        f.spilled += ledger_integer(totals.spilled);
        for (int k = 0; k < 3; ++k) f.momentum[k] += ledger_integer(totals.momentum[k]);
      }
      return f;
    }
  };

  static constexpr std::uint32_t peak_bytes = 8;
  static std::uint32_t bytes_of(const Account& account) {
    return static_cast<std::uint32_t>(account.totals.size() * sizeof(CouplingTotals) + sizeof(grid::LedgerDiscarded) +
                                      peak_bytes);
  }

  static Reading read(const Entry& e, grid::Figures& figures) {
    const Account account = e.coupling->account();
    Reading out{.figures = {.name = e.name, .from = e.from, .to = e.to, .particle = account.particle, .kind = e.kind},
                .most = account.most,
                .dt = account.dt};
    for (graph::Buffer totals : account.totals) out.totals.push_back(figures.copy(totals, 0, sizeof(CouplingTotals)));
    if (account.peak) out.peak = figures.copy(account.peak, 0, peak_bytes);
    if (account.discarded) out.discarded = figures.copy(account.discarded, 0, sizeof(grid::LedgerDiscarded));
    return out;
  }

  std::vector<Entry> list_;
};

}  // namespace

std::unique_ptr<Couplings> make_couplings(graph::State& state, const Scene& scene, const std::vector<Solver*>& waters) {
  if (scene.exchanges.empty()) return nullptr;
  return std::make_unique<SceneCouplings>(state, scene, waters);
}

}  // namespace undine::coupling

#include "engine/app/session/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/core/errors.h"
#include "engine/core/hash.h"
#include "engine/core/log.h"
#include "engine/scene/parts.h"

namespace undine::session {

World::World(graph::State& state, const Scene& scene, Accounting accounting)
    : dt_(scene.clock.step), accounting_(accounting), afloat_(state), between_(state), passive_(state) {
  Problems problems;
  for (std::size_t i = 0; i < scene.water.size(); ++i)
    problems.attempt([&] { water_.push_back(make(state, scene, i)); });
  if (water_.size() == scene.water.size())
    problems.attempt([&] {
      join_seas(scene);
      make_couplings(state, scene);
      join_sprays(state, scene);
    });
  problems.attempt([&] {
    auto owning = afloat_.own();
    bodies_ = parts().bodies(state, scene, nullptr);
  });
  problems.attempt([&] {
    auto owning = passive_.own();
    agents_ = parts().agents(state, scene);
  });
  problems.raise();
}

void World::make_couplings(graph::State& state, const Scene& scene) {
  exchanging_ = scene.exchanges;
  if (scene.exchanges.empty() || !parts().couplings) return;
  auto owning = between_.own();
  couplings_ = parts().couplings(state, scene, solvers());
}

SceneContext World::context_of(const Scene& scene, std::size_t index) const {
  Hash seed;
  seed.word(static_cast<std::uint64_t>(scene.clock.seed));
  seed.word(index);
  const std::string where =
      scene.file.string() +
      (surrounds(scene, scene.water[index]) ? ": /terrain/surroundings" : ": /water/" + std::to_string(index));
  return {scene.water[index].name, scene.gravity, seed.value(), scene.terrain, where, &scene, accounting_};
}

World::Water World::make(graph::State& state, const Scene& scene, std::size_t index) const {
  const WaterEntry& entry = scene.water[index];
  const SceneContext context = context_of(scene, index);
  graph::State::Owner owner(state);
  auto owning = owner.own();
  auto solver = entry.settings->create(state, context);
  auto spray = parts().spray ? parts().spray(state, scene, index) : nullptr;
  return {entry.name, entry.solver, std::move(owner), std::move(solver), std::move(spray)};
}

bool World::retune(const Scene& scene, std::size_t index) {
  Water& w = water_[index];
  auto owning = w.owner.own();
  if (!w.solver->retune(*scene.water[index].settings, context_of(scene, index))) return false;
  if (w.spray) w.spray->retune(scene, index);
  return true;
}

std::vector<bool> World::retune(const Scene& scene, std::vector<bool> which, bool bodies) {
  which.resize(std::min(water_.size(), scene.water.size()), false);
  for (std::size_t i = 0; i < which.size(); ++i) which[i] = which[i] && retune(scene, i);
  const bool all = which.size() == water_.size() && std::ranges::find(which, false) == which.end();
  if (bodies_ && bodies && all) bodies_->retune(scene);
  return which;
}

void World::change(graph::State& state, graph::Graph& g, const Scene& scene, const std::vector<bool>& keep,
                   bool keep_bodies) {
  auto kept = [&](std::size_t i) { return i < keep.size() && keep[i]; };
  if (!keep_bodies) {
    bodies_.reset();
    bodies_continue_ = false;
    agents_.clear();
    afloat_ = graph::State::Owner(state);
    passive_ = graph::State::Owner(state);
  }
  const bool keep_exchanges = keeps_couplings(scene, keep), counts = couplings_ || !scene.exchanges.empty();
  if (!keep_exchanges) {
    couplings_.reset();
    between_ = graph::State::Owner(state);
    for (Water& w : water_) {
      if (!w.solver) continue;  // it could not be made before
      if (const Ports ports = w.solver->ports(); ports.disconnect) ports.disconnect();
    }
  }
  for (std::size_t i = 0; i < water_.size(); ++i) {
    if (kept(i)) continue;
    water_[i].spray.reset();
    water_[i].solver.reset();
    water_[i].owner = graph::State::Owner(state);
  }
  dt_ = scene.clock.step;
  if (std::ranges::find(keep, true) == keep.end()) {
    steps_ = 0;
    *reloads_ = {};
  }
  water_.erase(water_.begin() + static_cast<std::ptrdiff_t>(std::min(water_.size(), scene.water.size())), water_.end());
  for (std::size_t i = 0; i < scene.water.size(); ++i) {
    if (kept(i)) continue;
    if (i < water_.size()) {
      water_[i] = make(state, scene, i);
    } else {
      water_.push_back(make(state, scene, i));
    }
  }
  join_seas(scene);
  if (!keep_exchanges) make_couplings(state, scene);
  join_sprays(state, scene);
  for (std::size_t i = 0; i < water_.size(); ++i)
    if (!kept(i)) start_water(g, water_[i]);
  if (!keep_exchanges && couplings_) couplings_->start(g);
  if (counts && steps_ > 0) count_new(g, keep);
  if (keep_bodies) return;
  {
    auto owning = afloat_.own();
    bodies_ = parts().bodies(state, scene, nullptr);
  }
  {
    auto owning = passive_.own();
    agents_ = parts().agents(state, scene);
  }
  start_afloat(g);
}

bool World::continues_with_bodies(const Scene& scene, std::size_t water) const {
  return water_[water].solver->continues_with_bodies(context_of(scene, water));
}

std::shared_ptr<BodySnapshot> World::snapshot_bodies(graph::Graph& g) {
  return bodies_ ? bodies_->snapshot(g) : std::make_shared<BodySnapshot>();
}

void World::exchange_bodies(graph::State& state, graph::Graph& g, const Scene& scene,
                            const std::shared_ptr<const BodySnapshot>& from, const std::function<void()>& run) {
  graph::State::Owner owner(state);
  auto owning = owner.own();
  std::unique_ptr<Bodies> next = parts().bodies(state, scene, from);
  if (next) next->start(g, solvers());
  if (bodies_) bodies_->leave(g, solvers(), next.get());
  run();
  if (next) next->adopt(state);
  bodies_ = std::move(next);
  bodies_continue_ = true;
  afloat_ = std::move(owner);
}

void World::renew_bodies(graph::State& state, const Scene& scene) {
  bodies_continue_ = false;
  bodies_.reset();
  afloat_ = graph::State::Owner(state);
  auto owning = afloat_.own();
  bodies_ = parts().bodies(state, scene, nullptr);
}

// Couplings go on with their waters.
bool World::keeps_couplings(const Scene& scene, const std::vector<bool>& keep) const {
  return keep.size() == scene.water.size() && water_.size() == scene.water.size() &&
         std::ranges::find(keep, false) == keep.end() && exchanging_ == scene.exchanges;
}

bool World::hands_over(const Scene& scene, const std::vector<bool>& keep) const {
  return (couplings_ || !scene.exchanges.empty()) && !keeps_couplings(scene, keep) &&
         std::ranges::find(keep, true) != keep.end();
}

void World::close_accounts(graph::Graph& g, const Scene& scene, const std::vector<bool>& keep) {
  const auto kept = [&](std::size_t i) { return i < keep.size() && keep[i] && i < scene.water.size(); };
  // Declared one after the other, these arrive in this order.
  const auto figures = std::make_shared<std::vector<CouplingFigures>>();
  if (couplings_) couplings_->stats(g, [figures](const std::vector<CouplingFigures>& f) { *figures = f; });
  for (std::size_t i = 0; i < water_.size(); ++i)
    water_[i].solver->stats(g, [this, i, figures, goes_on = kept(i), all = reloads_](const Stats& s) {
      const Transferred now = transferred(*figures, water_[i].name);
      Transferred& before = water_[i].before;
      before = {before.got + now.got, before.left + now.left};
      if (goes_on || !s.volume) return;
      all->removed += *s.volume;
      if (s.budget) all->closed += s.budget->net() - (s.counts_exchanged ? before.got - before.left : 0);
    });
  if (!couplings_) return;
  couplings_->rollback(g, [&](const std::string& name) {
    for (std::size_t i = 0; i < water_.size(); ++i)
      if (water_[i].name == name) return kept(i);
    return false;
  });
  couplings_->stats(g, [figures, all = reloads_](const std::vector<CouplingFigures>& after) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      const CouplingFigures &f = after[i], &before = (*figures)[i];
      const double pending = static_cast<double>(f.pending) * CouplingFigures::quantum,
                   back = static_cast<double>(before.pending - f.pending) * CouplingFigures::quantum;
      all->returned += back;
      all->removed += pending;
      all->closed -= static_cast<double>(f.spilled) * CouplingFigures::quantum;
      for (int k = 0; k < 3; ++k)
        all->lost_momentum[k] +=
            static_cast<double>(f.lost_momentum[k] - before.lost_momentum[k]) * CouplingFigures::quantum;
      if (back != 0 || pending != 0)
        log::info("exchange \"{}\" ends: of {:.9f} m³ under way, \"{}\" has {:.9f} m³ back", f.name, back + pending,
                  f.kind == CouplingFigures::Kind::grid_interface ? f.to : f.from, back);
    }
  });
}

void World::count_new(graph::Graph& g, const std::vector<bool>& keep) {
  for (std::size_t i = 0; i < water_.size(); ++i) {
    if (i < keep.size() && keep[i]) continue;
    water_[i].solver->stats(g, [all = reloads_](const Stats& s) { all->added += s.volume.value_or(0); });
  }
}

void World::lift_bodies(graph::Graph& g) {
  if (bodies_) bodies_->leave(g, solvers());
}

std::vector<Solver*> World::solvers() const {
  std::vector<Solver*> all;
  for (const Water& w : water_) all.push_back(w.solver.get());
  return all;
}

void World::start(graph::Graph& g) {
  steps_ = 0;
  *reloads_ = {};
  for (Water& w : water_) w.before = {};
  for (Water& w : water_) start_water(g, w);
  if (couplings_) couplings_->start(g);
  start_afloat(g);
}

void World::start_water(graph::Graph& g, Water& water) {
  water.solver->start(g);
  if (water.spray) water.spray->start(g);
}

void World::join_sprays(graph::State& state, const Scene& scene) {
  std::vector<Spray*> all;
  for (const Water& w : water_) all.push_back(w.spray.get());
  for (Water& w : water_) {
    if (!w.spray) continue;
    auto owning = w.owner.own();
    w.spray->join(state, scene, all);
  }
}

void World::join_seas(const Scene& scene) {
  for (std::size_t i = 0; i < water_.size(); ++i) {
    const Ports ports = water_[i].solver->ports();
    const std::string sea = scene.water[i].settings->sea();
    if (!ports.carried_by || sea.empty()) continue;
    for (std::size_t k = 0; k < water_.size(); ++k)
      if (water_[k].name == sea)
        ports.carried_by([this, k](graph::Graph& g, const std::string& name, const SurfaceField& on) {
          return water_[k].solver->ports().surface_on(g, name, on);
        });
  }
}

void World::step_spray(graph::Graph& g) {
  const BodyHulls hulls = bodies_ ? bodies_->hulls() : BodyHulls{};
  for (Water& w : water_) {
    if (!w.spray) continue;
    auto owning = w.owner.own();
    w.spray->step(g, {steps_, time(), dt_}, w.solver->surface(g), w.solver->particles(g), hulls,
                  [&](std::size_t i) { return water_[i].solver->surface(g); });
  }
}

void World::start_afloat(graph::Graph& g) {
  if (bodies_) {
    auto owning = afloat_.own();
    bodies_->start(g, solvers());
  }
  if (agents_.empty()) return;
  auto owning = passive_.own();
  const std::vector<SurfaceField> waters = surfaces(g);
  for (auto& d : agents_) d->start(g, waters);
}

void World::disturb(std::size_t water, const Disturbance& push) {
  water_[water].solver->disturb(push);
  for (auto& d : agents_) d->disturb(water, push);
}

std::vector<std::pair<std::uint32_t, std::string>> World::owners(graph::State& state) {
  const auto id = [&](graph::State::Owner& owner) {
    auto owning = owner.own();
    return state.owner();
  };
  std::vector<std::pair<std::uint32_t, std::string>> out;
  for (std::size_t i = 0; i < water_.size(); ++i) out.emplace_back(id(water_[i].owner), fmt::format("water/{}", i));
  out.emplace_back(id(afloat_), "bodies");
  out.emplace_back(id(passive_), "bodies");
  out.emplace_back(id(between_), "exchanges");
  return out;
}

BodySet World::body_set() const {
  BodySet set = bodies_ ? bodies_->set() : BodySet{};
  for (const auto& d : agents_) d->show(set);
  return set;
}

void World::step(graph::Graph& g) {
  int parts = 1;
  if (bodies_)
    for (const Water& w : water_)
      if (const Ports ports = w.solver->ports(); ports.hulls)
        if (const Displaceable moved = ports.hulls(); moved.parts) parts = std::max(parts, moved.parts(dt_));
  for (int k = 0; k < parts; ++k) {
    const auto count = static_cast<std::uint64_t>(parts);
    const StepInfo part{steps_ * count + static_cast<std::uint64_t>(k), time() + k * dt_ / parts, dt_ / parts};
    if (bodies_) bodies_->meet(solvers());
    for (Water& w : water_) w.solver->step(g, part);
    if (couplings_) couplings_->step(g, part);
    auto owning = afloat_.own();
    if (bodies_) bodies_->step(g, part, solvers());
  }
  step_spray(g);
  if (!agents_.empty()) {
    auto owning = passive_.own();
    const std::vector<SurfaceField> waters = surfaces(g);
    for (auto& d : agents_) d->step(g, {steps_, time(), dt_}, waters);
  }
  ++steps_;
}

std::vector<SurfaceField> World::surfaces(graph::Graph& g) {
  std::vector<SurfaceField> all;
  for (Water& w : water_) {
    all.push_back(w.solver->surface(g));
    all.back().water = all.size() - 1;
    if (w.spray) all.back().spray = w.spray->show();
  }
  return all;
}

std::vector<ParticleSet> World::particles(graph::Graph& g) {
  std::vector<ParticleSet> all;
  for (std::size_t i = 0; i < water_.size(); ++i)
    if (auto set = water_[i].solver->particles(g)) {
      set->water = i;
      if (water_[i].spray) set->spray = water_[i].spray->show();
      all.push_back(*set);
    }
  return all;
}

std::vector<Field> World::fields() {
  std::vector<Field> all;
  for (Water& w : water_) std::ranges::move(w.solver->fields(), std::back_inserter(all));
  std::ranges::move(lists(), std::back_inserter(all));
  return all;
}

std::vector<Field> World::lists() {
  std::vector<Field> all;
  for (Water& w : water_)
    if (w.spray) std::ranges::move(w.spray->fields(), std::back_inserter(all));
  if (bodies_) std::ranges::move(bodies_->fields(), std::back_inserter(all));
  for (auto& d : agents_) std::ranges::move(d->fields(), std::back_inserter(all));
  return all;
}

std::optional<ShownField> World::field(std::string_view name) {
  for (std::size_t i = 0; i < water_.size(); ++i)
    for (Field& f : water_[i].solver->fields())
      if (f.name == name) return ShownField{std::move(f), i};
  return std::nullopt;
}

}  // namespace undine::session

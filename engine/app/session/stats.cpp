#include "engine/app/session/stats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace undine::session {

static nlohmann::ordered_json figures(const BodyStats& stats) {
  using Json = nlohmann::ordered_json;
  Json states = Json::array();
  const auto list = [](const auto& v) {
    Json out = Json::array();
    for (int i = 0; i < v.length(); ++i) out.push_back(v[i]);
    return out;
  };
  for (const BodyFigures& b : stats.bodies)
    states.push_back({{"position", list(b.position)},
                      {"rotation", list(b.rotation)},
                      {"velocity", list(b.velocity)},
                      {"angular_velocity", list(b.spin)},
                      {"displaced", b.volume}});
  Json out{{"displaced", stats.displaced}, {"energy", stats.energy}, {"states", std::move(states)}};
  for (const auto& [water, volume] : stats.displaced_in) out["displaced_in"][water] = volume;
  return out;
}

// Moving meshes: N, N m, W, J, rad/s and rad.
static nlohmann::ordered_json figures(const MoverFigures& m) {
  const auto list = [](const glm::dvec3& v) { return nlohmann::ordered_json{v.x, v.y, v.z}; };
  nlohmann::ordered_json out{{"position", list(m.position)},
                             {"angular_velocity", list(m.spin)},
                             {"force", list(m.force)},
                             {"moment", list(m.moment)},
                             {"power", m.power},
                             {"work", m.work}};
  if (!m.axle) return out;
  out["torque"] = m.torque;
  out["delivered"] = m.delivered;
  out["turned"] = m.turned;
  return out;
}

// In m³, m⁴/s and numbers; of a current m/s and a share.
static nlohmann::ordered_json figures(const CouplingFigures& f) {
  const auto cubic = [](std::int64_t quanta) { return static_cast<double>(quanta) * CouplingFigures::quantum; };
  nlohmann::ordered_json out;
  using Kind = CouplingFigures::Kind;
  if (f.kind == Kind::current) return {{"fastest", f.fastest}, {"carried", f.carried}};
  if (f.kind != Kind::absorb) {
    out["given"] = cubic(f.given);
    out["owed"] = cubic(f.pending);
  }
  if (f.kind != Kind::grid_interface) {
    out["particles"] = f.particles;
    out[f.kind == Kind::absorb ? "caught" : "emitted"] = cubic(f.particles * f.particle);
  }
  out["momentum"] = {cubic(f.momentum[0]), cubic(f.momentum[1]), cubic(f.momentum[2])};
  if (f.kind == Kind::absorb)
    out["lost_momentum"] = {cubic(f.lost_momentum[0]), cubic(f.lost_momentum[1]), cubic(f.lost_momentum[2])};
  if (f.waiting > 0) out["waiting"] = f.waiting;
  if (f.spilled != 0) out["spilled"] = cubic(f.spilled);
  out["quanta"] = {{"given", f.given}, {"owed", f.pending}, {"particle", f.particle}};
  return out;
}

Transferred StatsLog::exchanged_by(const Row& row, const WaterRow& w) {
  const Transferred now = transferred(row.exchanges, w.name);
  return {now.got + w.before.got, now.left + w.before.left};
}

// Account of a solver without the volume exchanged by couplings, which particle solvers include.
Budget StatsLog::budget(const Row& row, const WaterRow& w) {
  Budget out = *w.stats.budget;
  if (!w.stats.counts_exchanged) return out;
  const Transferred own = exchanged_by(row, w);
  out.sources -= own.got;
  out.drains -= own.left;
  return out;
}

// In m³: what has come and gone since the start.
static nlohmann::ordered_json figures(const Budget& b, const Transferred& transferred, bool exchanges) {
  nlohmann::ordered_json in{{"sources", b.sources}, {"rain", b.rain}, {"edges", b.edges_in}},
      out{{"drains", b.drains}, {"dried", b.dried}, {"edges", b.edges_out}};
  if (exchanges) {
    in["exchanges"] = transferred.got;
    out["exchanges"] = transferred.left;
  }
  return {{"in", std::move(in)}, {"out", std::move(out)}};
}

// In m⁴/s along x and z.
static nlohmann::ordered_json figures(const FlowMomentum& m) {
  return {{"now", m.now},           {"exchanges", m.exchanges}, {"pushes", m.pushes},      {"edges", m.edges},
          {"pressure", m.pressure}, {"friction", m.friction},   {"transport", m.transport}};
}

StatsLog::Balance StatsLog::balance(const Row& row) {
  Balance out;
  for (const WaterRow& w : row.water) {
    if (w.stats.budget) out.outside += budget(row, w).net();
    if (!w.stats.volume) continue;  // a flow of constant volume
    out.total += *w.stats.volume;
    out.water += std::abs(*w.stats.volume) + w.stats.rest;
  }
  out.outside += row.reloads.net();
  for (const CouplingFigures& f : row.exchanges) {
    out.total += static_cast<double>(f.pending) * CouplingFigures::quantum;
    out.outside -= static_cast<double>(f.spilled) * CouplingFigures::quantum;
  }
  return out;
}

void StatsLog::audit() {
  constexpr double allowed = 1e-9;
  for (; audited_ < rows_.size() && rows_[audited_].arrived == rows_[audited_].expected; ++audited_) {
    const Row& row = rows_[audited_];
    const std::string where = fmt::format("audit, step {}", row.step);
    for (const WaterRow& w : row.water)
      if (!w.stats.budget && !w.stats.sea)  // a spectral sea has no volume
        throw Error(
            Exit::bad_input, where, fmt::format("water \"{}\" does not count its inflow and outflow", w.name),
            "columns, particles, flow, and waves without a damping_map or, where bodies float, with closed edges");
    for (const CouplingFigures& f : row.exchanges)
      if (f.kind == CouplingFigures::Kind::overflow && f.given != f.pending + f.spilled + f.particles * f.particle)
        throw Error(Exit::failure, where,
                    fmt::format("exchange \"{}\" does not conserve volume: received {} quanta, pending {}, discarded "
                                "{}, emitted {} particles of {} quanta",
                                f.name, f.given, f.pending, f.spilled, f.particles, f.particle),
                    "received = pending + discarded + emitted");
    const Balance now = balance(row), first = balance(rows_.front());
    if (const double off = now.off(first); !(std::abs(off) <= allowed * std::max(now.water, first.water)))
      throw Error(Exit::failure, where, fmt::format("mass error of {:.6g} m³ in {:.6g} m³", off, now.water),
                  fmt::format("a relative mass error of at most {:g}", allowed));
  }
}

void StatsLog::declare() {
  World& world = session_.world();
  Row& row = rows_.emplace_back();
  row.step = world.steps();
  row.time = world.time();
  for (World::Water& water : world.water()) row.water.push_back({water.name, {}, {}, {}, water.before});
  row.expected = row.water.size();
  if (Bodies* bodies = world.bodies()) {
    ++row.expected;
    bodies->stats(session_.graph(), [&row](const BodyStats& stats) {
      row.bodies = stats;
      ++row.arrived;
    });
  }
  if (Couplings* exchanges = world.couplings()) {
    ++row.expected;
    exchanges->stats(session_.graph(), [&row](const std::vector<CouplingFigures>& figures) {
      row.exchanges = figures;
      ++row.arrived;
    });
  }
  std::size_t index = 0;
  for (World::Water& water : world.water()) {
    water.solver->stats(session_.graph(), [this, &row, index](const Stats& stats) {
      row.water[index].stats = stats;
      row.reloads = session_.world().reloads();  // read-backs of earlier changes have arrived
      if (session_.draws()) row.water[index].surface = session_.renderer().surface_figures(index);
      ++row.arrived;
    });
    if (water.spray) {
      ++row.expected;
      water.spray->stats(session_.graph(), [&row, index](const SprayFigures& figures) {
        row.water[index].spray = figures;
        ++row.arrived;
      });
    }
    ++index;
  }
}

std::string StatsLog::json() const {
  using Json = nlohmann::ordered_json;
  Json steps = Json::array();
  for (const Row& row : rows_) {
    if (row.arrived < row.expected) continue;
    Json water = Json::object();
    for (const WaterRow& entry : row.water) {
      const auto& [name, stats, surface, spray, before] = entry;
      Json one = Json::object();
      const auto real = [&one](const char* key, std::optional<double> value) {
        if (value && std::isfinite(*value)) one[key] = *value;
      };
      real("volume", stats.volume);
      real("energy", stats.energy);
      real("max_divergence", stats.max_divergence);
      real("residual", stats.residual);
      one["sub_steps"] = stats.sub_steps;
      if (stats.behind > 0) one["behind"] = stats.behind;
      if (stats.iterations > 0) one["iterations"] = stats.iterations;
      if (stats.converged) one["converged"] = *stats.converged;
      if (stats.particles > 0 || stats.emitted > 0) one["particles"] = stats.particles;
      for (const auto& [key, count] : {std::pair{"emitted", stats.emitted}, std::pair{"refused", stats.refused},
                                       std::pair{"removed", stats.removed}, std::pair{"overflow", stats.overflow}})
        if (count > 0) one[key] = count;
      if (stats.sea)
        one["sea"] = Json{{"significant_height", stats.sea->significant_height},
                          {"zero_crossing_period", stats.sea->zero_crossing_period},
                          {"direction", stats.sea->direction}};
      if (surface)
        one["surface"] = Json{{"blocks", surface->blocks_wanted},       {"blocks_room", surface->blocks},
                              {"vertices", surface->vertices_wanted},   {"vertices_room", surface->vertices},
                              {"triangles", surface->triangles_wanted}, {"triangles_room", surface->triangles},
                              {"droplets", surface->droplets},          {"whole", surface->whole()}};
      if (spray) one["spray"] = Json{{"alive", spray->alive}, {"born", spray->born}, {"refused", spray->refused}};
      if (spray && spray->crosses) one["spray"].update(Json{{"left", spray->left}, {"came", spray->came}});
      for (const auto& [gauge, value] : stats.gauges) one["gauges"][gauge] = value;
      for (const auto& [gauge, value] : stats.velocities) one["gauges"][gauge] = value;
      if (!stats.warnings.empty()) one["warnings"] = stats.warnings;
      if (stats.budget && (stats.volume || stats.budget->net() != 0))
        one["budget"] = figures(budget(row, entry), exchanged_by(row, entry), !row.exchanges.empty());
      if (stats.momentum) one["momentum"] = figures(*stats.momentum);
      water[name] = std::move(one);
    }
    Json& out = steps.emplace_back(Json{{"step", row.step}, {"time", row.time}, {"water", std::move(water)}});
    if (row.bodies && (!row.bodies->bodies.empty() || row.bodies->movers.empty())) out["bodies"] = figures(*row.bodies);
    if (row.bodies)
      for (const MoverFigures& m : row.bodies->movers) out["moving"][m.name] = figures(m);
    for (const CouplingFigures& f : row.exchanges) out["exchanges"][f.name] = figures(f);
    if (const ReloadFigures& r = row.reloads; r.any())
      out["reloads"] = {{"added", r.added},
                        {"removed", r.removed},
                        {"returned", r.returned},
                        {"lost_momentum", {r.lost_momentum[0], r.lost_momentum[1], r.lost_momentum[2]}}};
    const Balance now = balance(row);
    out["water_total"] = now.total;
    if (std::ranges::all_of(row.water, [](const WaterRow& w) { return w.stats.budget.has_value(); }))
      out["off"] = now.off(balance(rows_.front()));
    if (row.bodies && row.bodies->afloat) {
      double waves = 0;
      for (const auto& one : row.water) waves += one.stats.joules.value_or(0);
      const BodyStats::Afloat& e = *row.bodies->afloat;
      out["energy_total"] = waves + e.kinetic + e.potential + e.buoyant;
      out["energy_parts"] = {
          {"waves", waves}, {"kinetic", e.kinetic}, {"potential", e.potential}, {"buoyant", e.buoyant}};
    }
  }
  const Scene& scene = session_.scene();
  const gpu::DeviceInfo& device = session_.device().info();
  Json out{{"device", device.name},
           {"driver", device.driver},
           {"version", UNDINE_VERSION},
           {"seed", scene.clock.seed},
           {"scene_hash", fmt::format("{:016x}", scene.hash)},
           {"scene", scene.file.string()},
           {"steps", std::move(steps)}};
  return out.dump(1) + "\n";
}

}  // namespace undine::session

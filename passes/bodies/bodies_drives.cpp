#include "passes/bodies/bodies_drives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "passes/bodies/bodies_kernels.h"

namespace undine::bodies {
namespace {

constexpr double samples_along = 64;  // of the longest side of a mesh
constexpr double margin = 2;          // samples around it

// Thin sides have no fewer samples than 12, so that a plate has an inside.
solids::DistanceGrid grid_around(const Mover& m) {
  glm::dvec3 low(1e30), high(-1e30);
  for (const solids::Solid& s : m.surfaces) {
    low = glm::min(low, s.low);
    high = glm::max(high, s.high);
  }
  const glm::dvec3 size = glm::max(high - low, 1e-6);
  const double longest = std::max({size.x, size.y, size.z});
  const glm::dvec3 cells = glm::clamp(glm::ceil(size / (longest / samples_along)), 12.0, samples_along);
  const glm::dvec3 cell = size / cells;
  return {glm::vec3(low - margin * cell), glm::vec3(cell), glm::ivec3(cells + 2 * margin + 1.0)};
}

graph::Extent extent_of(const solids::DistanceGrid& grid) {
  const glm::uvec3 n(grid.samples);
  return {n.x, n.y, n.z};
}

}  // namespace

Drives::Drives(graph::State& state, const Scene& scene, const BodyFleet& fleet) : fleet_(&fleet) {
  for (const Mover& m : fleet.movers)
    names_.push_back(m.motion.name.empty() ? fmt::format("mesh {}", m.mesh) : m.motion.name);
  for (const auto* list : {&fleet.movers, &fleet.fixtures})
    for (const Mover& m : *list)
      if (m.solid && !simple_shape(scene.meshes[m.mesh])) {
        of_field_.push_back(&m);
        grids_.push_back(grid_around(m));
      }
  std::uint64_t samples = of_field_.size() * std::uint64_t{body_field_words};
  for (const solids::DistanceGrid& grid : grids_) {
    first_sample_.push_back(static_cast<std::uint32_t>(samples));
    const graph::Extent n = extent_of(grid);
    samples += std::uint64_t{n.x} * n.y * n.z;
  }
  if (!of_field_.empty())
    fields_ = state.buffer("bodies/fields", {.bytes = 4 * samples, .texel = graph::Format::r32_float});
  if (!any()) return;
  loads_ = state.buffer("bodies/loads", {.bytes = fleet.movers.size() * sizeof(BodyPush)});
  works_ = state.buffer("bodies/works", {.bytes = fleet.movers.size() * sizeof(BodyWork)});
}

bool Drives::reaches(const glm::dvec3& low, const glm::dvec3& high) const {
  return std::ranges::any_of(fleet_->movers, [&](const Mover& m) {
    return m.solid && glm::all(glm::lessThanEqual(m.low, high)) && glm::all(glm::greaterThanEqual(m.high, low));
  });
}

void Drives::fill(graph::Graph& g) const {
  if (any()) {
    g.clear("clear_loads", loads_);
    g.clear("clear_works", works_);
  }
  for (std::size_t i = 0; i < of_field_.size(); ++i) {
    const solids::DistanceFacets mesh = solids::distance_facets(of_field_[i]->surfaces);
    const solids::DistanceGrid& grid = grids_[i];
    const graph::Image ground = g.image("bodies/no_ground", {.extent = {1, 1, 1}, .format = graph::Format::r32_float});
    const graph::Image distance =
        g.image("bodies/distance", {.extent = extent_of(grid), .format = graph::Format::r32_float});
    const graph::Buffer facets = g.buffer("bodies/facets", {.bytes = mesh.facets.size() * sizeof(mesh.facets[0])});
    const graph::Buffer spheres = g.buffer("bodies/facet_spheres", {.bytes = mesh.spheres.size() * sizeof(glm::vec4),
                                                                    .texel = graph::Format::rgba32_float});
    const graph::Buffer solids = g.buffer("bodies/solids", {.bytes = mesh.solids.size() * sizeof(mesh.solids[0])});
    g.upload("fill_facets", facets, mesh.facets);
    g.upload("fill_spheres", spheres, mesh.spheres);
    g.upload("fill_solids", solids, mesh.solids);
    g.upload("fill_ground", ground, std::vector<float>{0});
    solids::DistanceParams params{};
    params.grid = grid;
    params.solids = static_cast<std::uint32_t>(mesh.solids.size());
    params.band = static_cast<float>(4 * of_field_[i]->radius);
    params.ground_size = glm::vec2(1);
    g.compute("measure", "solids/distance_field.comp")
        .constant("grounded", false)
        .read("facets", facets)
        .read("spheres", spheres)
        .read("solids", solids)
        .read("ground", ground, graph::Sampler::nearest_clamp)
        .write("result", distance)
        .params(params)
        .over(extent_of(grid));
    g.compute("keep_field", "bodies/field.comp")
        .read("distance_", distance, graph::Sampler::nearest_clamp)
        .modify("fields", fields_)
        .params(BodyFieldParams{grid.low, grid.cell, grid.samples, first_sample_[i], static_cast<std::uint32_t>(i)})
        .over(extent_of(grid));
  }
}

void Drives::save(graph::Graph& g, DrivesSnapshot& out, const std::shared_ptr<void>& owner) const {
  if (!any()) return;
  const auto read = [&](graph::Buffer buffer, std::vector<std::byte>& to) {
    g.readback("snapshot", buffer,
               [&to, owner](std::span<const std::byte> bytes) { to.assign(bytes.begin(), bytes.end()); });
  };
  read(loads_, out.loads);
  read(works_, out.works);
}

void Drives::restore(graph::Graph& g, const DrivesSnapshot& from) const {
  if (!any() || from.loads.empty()) return;
  g.upload("restore_loads", loads_, from.loads);
  g.upload("restore_works", works_, from.works);
}

void Drives::drive(graph::Graph& g, const States& states, double time, double dt, double ahead, double step, bool last,
                   graph::Buffer pushes, std::uint32_t first) const {
  BodyDriveParams p{};
  for (std::size_t i = 0; i < fleet_->movers.size(); ++i) {
    const Mover& m = fleet_->movers[i];
    BodyDrive& d = p.v[i];
    const BodyState s = m.state_at(time + dt, ahead, fleet_->anchor);
    d.position = s.position;
    d.rotation = s.rotation;
    d.velocity = s.velocity;
    d.spin = s.spin;
    if (!m.motion.axle) continue;
    const MotionAxle& a = *m.motion.axle;
    d.axis = glm::vec3(glm::normalize(a.axis));
    d.center = glm::vec3(a.center - fleet_->anchor);
    d.arm = glm::vec3(glm::conjugate(m.placed) * (m.origin + m.placed * m.middle - a.center));
    d.inertia = static_cast<float>(a.inertia);
    d.friction = static_cast<float>(a.friction);
    d.load = static_cast<float>(a.load);
  }
  p.first = fleet_->floating;
  p.movers = static_cast<std::uint32_t>(fleet_->movers.size());
  p.pushes = first;
  p.dt = static_cast<float>(dt);
  p.inverse_step = static_cast<float>(1 / step);
  p.last = last;
  g.compute("drive", "bodies/drive.comp")
      .read("now", states.now)
      .read("kinds", states.kinds)
      .read("records", states.records)
      .modify("next", states.next)
      .modify("loads", loads_)
      .optional("pushes", pushes)
      .modify("works", works_)
      .params(p)
      .over({p.movers, 1, 1});
}

void Drives::immerse(graph::Graph& g, const BodyWater& w, const States& states, graph::Buffer columns,
                     double dt) const {
  const SurfaceField& f = w.field;
  BodyImmerseParams p{};
  p.origin = glm::vec3(f.origin - fleet_->anchor);
  p.size = glm::vec2(f.size);
  p.cells = f.cells;
  p.periodic = {f.periodic_x ? 1.0f : 0.0f, f.periodic_z ? 1.0f : 0.0f};
  p.first = fleet_->floating;
  p.movers = static_cast<std::uint32_t>(fleet_->movers.size());
  p.pitch = (f.cells.x + 3) / 4 * 4;
  p.bed = static_cast<float>((w.moved.bed ? w.moved.bed_level : f.origin.y - w.moved.depth) - fleet_->anchor.y);
  p.quantum = quantum;
  p.push_quantum = push_quantum;
  p.dt = static_cast<float>(dt);
  const bool columns_of_water = static_cast<bool>(w.moved.bed);
  g.compute("immerse", "bodies/immerse.comp")
      .read("now", states.now)
      .read("kinds", states.kinds)
      .read("records", states.records)
      .modify("columns", columns)
      .optional("surface", columns_of_water ? f.surface : graph::Image{}, graph::Sampler::nearest_clamp)
      .optional("calm", columns_of_water ? f.calm : graph::Image{}, graph::Sampler::nearest_clamp)
      .optional("flow", w.moved.pushed ? f.flow : graph::Image{}, graph::Sampler::nearest_clamp)
      .optional("bed", w.moved.bed)
      .optional("fields", fields_)
      .optional("motion", w.motion, graph::Verb::modify)
      .modify("loads", loads_)
      .params(p)
      .over({f.cells.x, f.cells.y, 1});
}

void Drives::stats(graph::Graph& g, const std::shared_ptr<BodyStats>& out, const States& states) const {
  if (fleet_->movers.empty()) return;
  out->movers.resize(fleet_->movers.size());
  g.readback("mover_states", states.now, [this, out](std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < fleet_->movers.size(); ++i) {
      BodyState s{};
      std::memcpy(&s, bytes.data() + (fleet_->floating + i) * sizeof(s), sizeof(s));
      MoverFigures& m = out->movers[i];
      m.position = fleet_->anchor + glm::dvec3(s.position);
      m.rotation = glm::dvec4(s.rotation);
      m.velocity = s.velocity;
      m.spin = s.spin;
    }
  });
  g.readback("works", works_, [this, out](std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < fleet_->movers.size(); ++i) {
      BodyWork w{};
      std::memcpy(&w, bytes.data() + i * sizeof(w), sizeof(w));
      MoverFigures& m = out->movers[i];
      m.name = names_[i];
      m.axle = fleet_->movers[i].motion.axle.has_value();
      m.force = w.force;
      m.moment = w.moment;
      m.torque = w.torque;
      m.power = w.power;
      m.delivered = w.delivered;
      m.work = w.work;
      m.turned = w.angle;
    }
  });
}

}  // namespace undine::bodies

#include "passes/spray/spray.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "engine/core/hash.h"
#include "engine/core/log.h"
#include "passes/sort/counting_sort.h"
#include "passes/spray/spray_params.h"
#include "passes/spray/spray_ways.h"

namespace undine::spray {
namespace {

constexpr std::uint64_t looks_every = 64;                      // steps
constexpr double clump_of_cell = 0.3, clump_of_spacing = 0.2;  // radius of a clump of foam

// Reports once that births found no room.
void warn(const std::string& name, std::uint32_t count, const SprayControl& control, bool& told) {
  if (control.refused == 0 || told) return;
  told = true;
  log::warning("white water of \"{}\" has no room for {} of {} particles: raise \"spray.count\" ({}, at most {})", name,
               control.refused, control.born + control.refused, count, 1 << 20);
}

// Checks whether white water of one water goes to another.
bool goes(const Scene& scene, std::size_t from, std::size_t to) {
  return std::ranges::any_of(ways_of(scene, from), [&](const Way& way) { return way.to == to && way.goes_on; });
}

// Buffers between the kernels of a step.
struct Work {
  sort::Scan scan;
  graph::Buffer births, moved;
  std::uint32_t rest;  // threads of the births' kernel: the padding of the scan's last tile too
};

// Foam of grids above; their sources follow those of the particles.
void over_overflow_edges(graph::Graph& g, const SprayParams& p, const Work& work, std::span<const SurfaceField> above) {
  std::uint32_t source = p.water;
  for (const SurfaceField& field : above) {
    const std::uint32_t border = 2 * (field.cells.x + field.cells.y);
    g.compute("births_brink", "spray/births_overflow.comp")
        .uniform("params", p)
        .read("surface", field.surface, graph::Sampler::nearest_clamp)
        .read("flow", field.flow, graph::Sampler::nearest_clamp)
        .read("traces", field.traces, graph::Sampler::nearest_clamp)
        .modify("counts", work.scan.counts)
        .modify("births", work.births)
        .uniform("overflow", SprayOverflow{glm::vec3(field.origin), glm::vec2(field.size), glm::ivec2(field.cells),
                                           vec4(field.past), source})
        .over({border, 1, 1});
    source += border;
  }
}

// Births at the rims of hulls.
template <class Bind>
void by_hulls(graph::Graph& g, const SprayParams& p, const BodyHulls& hulls, const Work& work, graph::Buffer rise,
              Bind bind) {
  auto births = g.compute("births_hulls", "spray/births_hulls.comp");
  bind(births)
      .uniform("params", p)
      .optional("rise", rise)
      .read("bodies", hulls.states)
      .read("kinds", hulls.kinds)
      .read("records", hulls.records)
      .read("hull_points", hulls.points)
      .read("hull_facets", hulls.facets)
      .modify("counts", work.scan.counts)
      .modify("births", work.births)
      .over({spray_rim * p.bodies, 1, 1});
}

class SprayStore : public Spray {
 public:
  SprayStore(graph::State& state, const Scene& scene, std::size_t water) : name_(scene.water[water].name) {
    SprayStore::retune(scene, water);
    Hash seed;
    seed.word(static_cast<std::uint64_t>(scene.clock.seed));
    seed.word(water);
    seed.text("spray");
    seed_ = static_cast<int>(seed.value() & 0x3fffffff);
    const auto buffer = [&](const char* name, std::uint64_t bytes) {
      return state.buffer(fmt::format("{}/spray/{}", name_, name), {.bytes = bytes});
    };
    particles_ = buffer("particles", std::uint64_t{settings_.count} * sizeof(SprayParticle));
    control_ = buffer("control", sizeof(SprayControl));
    if (scene.terrain) terrain_ = *scene.terrain;
    if (terrain_.nx > 0)
      ground_ = state.image(fmt::format("{}/spray/ground", name_),
                            {.extent = {terrain_.nx, terrain_.nz, 1}, .format = graph::Format::r32_float});
    state_ = &state;
  }

  void join(graph::State& state, const Scene& scene, const std::vector<Spray*>& all) override {
    const auto self = std::ranges::find(all, static_cast<Spray*>(this)) - all.begin();
    index_ = static_cast<std::size_t>(self);
    ways_ = ways_of(scene, index_);
    gone_.resize(ways_.size());
    for (std::size_t k = 0; k < ways_.size(); ++k)
      if (!gone_[k] && ways_[k].goes_on)
        gone_[k] = state.buffer(fmt::format("{}/spray/gone_{}", name_, k),
                                {.bytes = std::uint64_t{settings_.count} * sizeof(SprayParticle)});
    overflow_edges_ = overflow_edges_of(scene, index_);
    givers_.clear();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] && i != index_ && goes(scene, i, index_)) givers_.push_back(all[i]);
    if (crosses() && !crossed_)
      crossed_ = state.buffer(fmt::format("{}/spray/crossed", name_), {.bytes = sizeof(SprayCrossed)});
  }

  std::vector<SprayGone> gone_to(std::size_t water) const override {
    std::vector<SprayGone> out;
    for (std::size_t k = 0; k < ways_.size(); ++k)
      if (ways_[k].to == water && ways_[k].goes_on) out.push_back({gone_[k], settings_.count});
    return out;
  }

  void start(graph::Graph& g) override {
    auto scope = g.scope("spray", true);
    g.clear("clear_spray", control_);
    for (graph::Buffer gone : gone_)
      if (gone) g.clear("clear_gone", gone);
    if (crossed_) g.clear("clear_crossed", crossed_);
    if (ground_) {
      std::vector<float> heights = terrain_.height;
      for (float& h : heights) h += static_cast<float>(terrain_.origin.y);
      g.upload("fill_ground", ground_, heights);
    }
    steps_ = 0;
  }

  void step(graph::Graph& g, const StepInfo& step, const SurfaceField& surface, const std::optional<ParticleSet>& water,
            const BodyHulls& hulls, const std::function<SurfaceField(std::size_t)>& surface_of) override {
    if (!water && surface.cells.x == 0) return;
    auto scope = g.scope("spray", true);
    SprayParams p = common(step);
    for (const Spray* giver : givers_)
      for (const SprayGone& gone : giver->gone_to(index_)) p.arriving += gone.capacity;
    surface_of_ = &surface_of;
    if (water)
      beside(g, *water, p);
    else
      upon(g, surface, hulls, p);
    ++steps_;
    if (steps_ % looks_every == 0) look(g);
  }

  void retune(const Scene& scene, std::size_t water) override {
    settings_ = scene.water[water].spray;
    const double own = scene.water[water].settings->own_gravity();
    gravity_ = own > 0 ? own : scene.gravity;
  }

  SpraySet show() const override { return {particles_, control_, settings_.count, radius_}; }

  std::vector<Field> fields() override {
    return {{name_ + ".spray",
             {settings_.count, static_cast<std::uint32_t>(spray_floats)},
             "m, m/s, s, 1",
             "per diffuse particle: position, velocity, age, life, kind (0 spray, 1 foam, 2 bubble), a random number",
             [this](graph::Graph&) {
               return FieldView{particles_, 0, static_cast<std::uint64_t>(spray_floats), 1, 0, control_};
             }}};
  }

  void stats(graph::Graph& g, std::function<void(const SprayFigures&)> done) override {
    const auto crossed = crosses() ? std::make_shared<SprayCrossed>() : nullptr;
    if (crossed)
      g.readback("read_crossed", crossed_, [crossed](std::span<const std::byte> bytes) {
        std::memcpy(crossed.get(), bytes.data(), sizeof(*crossed));
      });
    g.readback("read_spray", control_,
               [name = name_, count = settings_.count, told = told_, crossed,
                done = std::move(done)](std::span<const std::byte> bytes) {
                 SprayControl control{};
                 std::memcpy(&control, bytes.data(), sizeof(control));
                 warn(name, count, control, *told);
                 SprayFigures out{control.alive, control.born, control.refused};
                 if (crossed) {
                   out.crosses = true;
                   out.left = crossed->left;
                   out.came = crossed->came;
                 }
                 done(out);
               });
  }

 private:
  void look(graph::Graph& g) const {
    g.readback("watch_spray", control_,
               [name = name_, count = settings_.count, told = told_](std::span<const std::byte> bytes) {
                 SprayControl control{};
                 std::memcpy(&control, bytes.data(), sizeof(control));
                 warn(name, count, control, *told);
               });
  }
  bool crosses() const { return !ways_.empty() || !givers_.empty(); }
  SprayParams common(const StepInfo& step) const {
    SprayParams p{};
    p.capacity = settings_.count;
    p.dt = static_cast<float>(step.dt);
    p.gravity = static_cast<float>(std::max(gravity_, 1e-6));
    p.amount = static_cast<float>(settings_.amount);
    p.life = glm::vec2(settings_.life);
    p.step = static_cast<int>(steps_);
    p.seed = seed_;
    p.ground_origin = glm::vec3(terrain_.origin);
    p.ground_size = glm::vec2(terrain_.size);
    p.bins = glm::ivec3(1);
    return p;
  }

  Work work(graph::Graph& g, const SprayParams& p) const {
    Work out;
    out.scan = {[&](std::string_view what, graph::BufferDesc desc) {
                  return g.buffer(g.name(fmt::format("{}/spray/{}", name_, what)), desc);
                },
                p.capacity + p.sources + 1};
    out.births = g.buffer("spray/births", {std::uint64_t{p.sources} * sizeof(SprayBirth)});
    out.moved = g.buffer("spray/moved", {std::uint64_t{p.capacity} * sizeof(SprayParticle)});
    out.rest = out.scan.tiles * sort::scan_tile - p.capacity;
    return out;
  }
  template <class Bind>
  void finish(graph::Graph& g, const SprayParams& p, const Work& work, bool grid, Bind bind) {
    auto move = g.compute("move", "spray/move.comp").variant("GRID", grid).variant("CROSSES", !ways_.empty());
    bind(move)
        .optional("ground", ground_, graph::Sampler::nearest_clamp)
        .uniform("params", p)
        .read("now", particles_)
        .read("control", control_)
        .write("moved", work.moved)
        .modify("counts", work.scan.counts)
        .over({p.capacity, 1, 1});
    for (std::size_t k = 0; k < ways_.size(); ++k) cross(g, p, work, k);
    const graph::Buffer arrivals = arrive(g, p, work);
    work.scan.declare(g);
    auto place = g.compute("place", "spray/place.comp").variant("GRID", grid).variant("ARRIVES", p.arriving > 0);
    if (grid) bind(place);
    if (p.arriving > 0) place.read("arrivals", arrivals).modify("crossed", crossed_);
    place.optional("ground", ground_, graph::Sampler::nearest_clamp)
        .uniform("params", p)
        .read("starts", work.scan.starts)
        .read("moved", work.moved)
        .read("births", work.births)
        .write("next", particles_)
        .modify("control", control_)
        .over({std::max(p.capacity, p.sources), 1, 1});
  }

  // Sends particles to another water.
  void cross(graph::Graph& g, const SprayParams& p, const Work& work, std::size_t k) const {
    SprayWay way = ways_[k].params;
    SurfaceField field;
    if (way.is_submerged != 0) {
      field = (*surface_of_)(ways_[k].to);
      way.origin = glm::vec3(field.origin);
      way.size = glm::vec2(field.size);
      way.cells = glm::ivec2(field.cells);
    }
    g.compute("cross", "spray/cross.comp")
        .constant("capacity", p.capacity)
        .read("control", control_)
        .modify("moved", work.moved)
        .modify("counts", work.scan.counts)
        .optional("gone", gone_[k], graph::Verb::write)
        .modify("crossed", crossed_)
        .optional("surface", field.surface, graph::Sampler::nearest_clamp)
        .params(way)
        .over({p.capacity, 1, 1});
  }

  // Receives particles from other waters, as the last sources.
  graph::Buffer arrive(graph::Graph& g, const SprayParams& p, const Work& work) const {
    if (p.arriving == 0) return {};
    const graph::Buffer arrivals = g.buffer("spray/arrivals", {std::uint64_t{p.arriving} * sizeof(SprayParticle)});
    SprayArrival a{.capacity = 0, .source = p.capacity + p.sources - p.arriving, .from = 0};
    for (const Spray* giver : givers_)
      for (const SprayGone& gone : giver->gone_to(index_)) {
        a.capacity = gone.capacity;
        auto node = g.compute("arrive", "spray/arrive.comp");
        node.read("gone", gone.particles).modify("counts", work.scan.counts).params(a).over({gone.capacity, 1, 1});
        if (a.from == 0)
          node.write("arrivals", arrivals);
        else
          node.modify("arrivals", arrivals);
        a.source += gone.capacity;
        a.from += gone.capacity;
      }
    return arrivals;
  }

  // Water of particles: they are sorted into bins, for births and motion look at those around.
  void beside(graph::Graph& g, const ParticleSet& water, SprayParams p) {
    const double reach = static_cast<double>(spray_reach) * water.spacing;
    const glm::dvec3 extent = glm::max(water.high - water.low, glm::dvec3(1e-6));
    const glm::dvec3 bins = glm::max(glm::floor(extent / reach), glm::dvec3(1));
    p.low = glm::vec3(water.low);
    p.high = glm::vec3(water.high);
    p.bins = glm::ivec3(bins);
    p.bins_per_meter = glm::vec3(bins / extent);
    p.reach = static_cast<float>(reach);
    p.water = water.capacity;
    std::vector<SurfaceField> above;
    std::uint32_t border = 0;
    for (std::size_t i : overflow_edges_) {
      const SurfaceField field = (*surface_of_)(i);
      if (!field.traces || !field.flow) continue;
      above.push_back(field);
      border += 2 * (field.cells.x + field.cells.y);
    }
    p.sources = water.capacity + border + p.arriving;
    p.radius = clump(clump_of_spacing * water.spacing);
    const std::uint32_t n = water.capacity, cells = static_cast<std::uint32_t>(p.bins.x * p.bins.y * p.bins.z);
    const sort::CountingSort order(
        [&](std::string_view what, graph::BufferDesc desc) {
          const std::string name = fmt::format("{}/spray/bins_{}", name_, what);
          if (what != "counts") return g.buffer(g.name(name), desc);
          if (!bin_counts_) bin_counts_ = state_->buffer(name, desc, graph::State::Keeps::nothing);
          return bin_counts_;
        },
        cells, n);
    g.compute("count", "spray/count.comp")
        .uniform("params", p)
        .read("position", water.position)
        .read("count", water.count)
        .accumulate("counts", order.scan.counts)
        .write("slots", order.slots)
        .over({n, 1, 1});
    order.scan.declare(g);
    order.place(g, water.count).over({n, 1, 1});
    const graph::Buffer places = g.buffer("spray/places", {16ull * n}),
                        motions = g.buffer("spray/motions", {16ull * n});
    g.compute("sort", "spray/sort.comp")
        .uniform("params", p)
        .read("position", water.position)
        .read("velocity", water.velocity)
        .read("slots", order.slots)
        .read("count", water.count)
        .read("starts", order.scan.starts)
        .read("arrived", order.arrived)
        .write("sorted_position", places)
        .write("sorted_velocity", motions)
        .over({n, 1, 1});
    const Work work = this->work(g, p);
    g.compute("births", "spray/births_particles.comp")
        .uniform("params", p)
        .read("starts", order.scan.starts)
        .read("sorted_position", places)
        .read("sorted_velocity", motions)
        .write("counts", work.scan.counts)
        .write("births", work.births)
        .over({work.rest, 1, 1});
    over_overflow_edges(g, p, work, above);
    finish(g, p, work, false, [&](graph::ComputeNode& node) -> graph::ComputeNode& {
      return node.read("starts", order.scan.starts).read("sorted_position", places).read("sorted_velocity", motions);
    });
  }

  // Water of a grid, which may flow.
  void upon(graph::Graph& g, const SurfaceField& water, const BodyHulls& hulls, SprayParams p) {
    const glm::dvec2 cell = water.size / glm::dvec2(water.cells);
    p.origin = glm::vec3(water.origin);
    p.size = glm::vec2(water.size);
    p.cells = glm::ivec2(water.cells);
    p.wraps = glm::ivec2(water.periodic_x, water.periodic_z);
    p.depth = static_cast<float>(water.depth > 0 ? water.depth : 1e5);
    const std::uint32_t cells = water.cells.x * water.cells.y;
    p.bodies = hulls.count;
    p.sources = cells + spray_rim * hulls.count + p.arriving;
    p.radius = clump(clump_of_cell * std::max(cell.x, cell.y));
    const auto bind = [&](graph::ComputeNode& node) -> graph::ComputeNode& {
      return node.read("surface", water.surface, graph::Sampler::nearest_clamp)
          .optional("flow", water.flow, graph::Sampler::nearest_clamp);
    };
    if (!water.flow && !rise_)
      rise_ = state_->buffer(fmt::format("{}/spray/rise", name_), {.bytes = std::uint64_t{8} * cells});
    const Work work = this->work(g, p);
    auto births = g.compute("births", "spray/births_grid.comp");
    bind(births)
        .uniform("params", p)
        .optional("rise", rise_, graph::Verb::modify)
        .optional("touched", water.touched, graph::Verb::modify)
        .write("counts", work.scan.counts)
        .write("births", work.births)
        .over({work.rest, 1, 1});
    if (hulls.count > 0) by_hulls(g, p, hulls, work, rise_, bind);
    finish(g, p, work, true, bind);
  }

  float clump(double by_water) {
    radius_ = settings_.size > 0 ? settings_.size : by_water;
    return static_cast<float>(radius_);
  }

  SpraySettings settings_;
  std::string name_;
  double gravity_ = 9.81, radius_ = 0.01;
  int seed_ = 0;
  Heightmap terrain_;
  graph::State* state_ = nullptr;
  std::uint64_t steps_ = 0;
  std::shared_ptr<bool> told_ = std::make_shared<bool>(false);  // refused births have been reported
  graph::Buffer particles_, control_, rise_;
  graph::Buffer bin_counts_;                 // zero between frames: the scan leaves them so
  std::size_t index_ = 0;                    // number of the water
  std::vector<std::size_t> overflow_edges_;  // grids that fall into this water
  std::vector<Way> ways_;                    // to other waters
  std::vector<graph::Buffer> gone_;          // particles that left along each way in the last step
  std::vector<const Spray*> givers_;         // sources of white water from other waters
  graph::Buffer crossed_;
  const std::function<SurfaceField(std::size_t)>* surface_of_ = nullptr;  // while a step is declared
  graph::Image ground_;
};

}  // namespace

std::unique_ptr<Spray> make_spray(graph::State& state, const Scene& scene, std::size_t water) {
  if (scene.water[water].spray.count == 0) return nullptr;
  return std::make_unique<SprayStore>(state, scene, water);
}

}  // namespace undine::spray

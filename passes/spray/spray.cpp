#include "passes/spray/spray.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/core/hash.h"
#include "passes/sort/counting_sort.h"
#include "passes/spray/spray_params.h"

namespace undine::spray {
namespace {

constexpr double clump_of_cell = 0.3, clump_of_spacing = 0.2;  // radius of a clump of foam

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

  void start(graph::Graph& g) override {
    auto scope = g.scope("spray", true);
    g.clear("clear_spray", control_);
    if (ground_) {
      std::vector<float> heights = terrain_.height;
      for (float& h : heights) h += static_cast<float>(terrain_.origin.y);
      g.upload("fill_ground", ground_, heights);
    }
    steps_ = 0;
  }

  void step(graph::Graph& g, const StepInfo& step, const SurfaceField& surface, const std::optional<ParticleSet>& water,
            const BodyHulls& hulls) override {
    if (!water && surface.cells.x == 0) return;
    auto scope = g.scope("spray", true);
    SprayParams p = common(step);
    if (water)
      beside(g, *water, p);
    else
      upon(g, surface, hulls, p);
    ++steps_;
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
    g.readback("read_spray", control_, [done = std::move(done)](std::span<const std::byte> bytes) {
      SprayControl control{};
      std::memcpy(&control, bytes.data(), sizeof(control));
      done({control.alive, control.born, control.refused});
    });
  }

 private:
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

  // What a step's kernels hand on.
  struct Work {
    sort::Scan scan;
    graph::Buffer births, moved;
    std::uint32_t rest;  // threads of the births' kernel: the padding of the scan's last tile too
  };
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
  void finish(graph::Graph& g, const SprayParams& p, const Work& work, graph::Variant variant, Bind bind) {
    auto move = g.compute("move", "spray/move.comp", variant);
    bind(move)
        .optional("ground", ground_, graph::Sampler::nearest_clamp)
        .uniform("params", p)
        .read("now", particles_)
        .read("control", control_)
        .write("moved", work.moved)
        .modify("counts", work.scan.counts)
        .over({p.capacity, 1, 1});
    work.scan.declare(g);
    auto place = g.compute("place", "spray/place.comp", variant);
    if (!variant.with.empty()) bind(place);
    place.optional("ground", ground_, graph::Sampler::nearest_clamp)
        .uniform("params", p)
        .read("starts", work.scan.starts)
        .read("moved", work.moved)
        .read("births", work.births)
        .write("next", particles_)
        .modify("control", control_)
        .over({std::max(p.capacity, p.sources), 1, 1});
  }

  // Water of particles: they are sorted into bins, for births and motion look at those around.
  void beside(graph::Graph& g, const ParticleSet& water, SprayParams p) {
    const double reach = static_cast<double>(spray_reach) * water.spacing;
    const glm::dvec3 extent = glm::max(water.high - water.low, glm::dvec3(1e-6));
    const glm::dvec3 bins = glm::max(glm::floor(extent / reach), glm::dvec3(1));
    p.low = glm::vec3(water.low);
    p.high = glm::vec3(water.high);
    p.bins = glm::ivec3(bins);
    p.bins_per_metre = glm::vec3(bins / extent);
    p.reach = static_cast<float>(reach);
    p.water = water.capacity;
    p.sources = water.capacity;
    p.radius = clump(clump_of_spacing * water.spacing);
    const std::uint32_t n = water.capacity, cells = static_cast<std::uint32_t>(p.bins.x * p.bins.y * p.bins.z);
    const sort::CountingSort order(
        [&](std::string_view what, graph::BufferDesc desc) {
          return g.buffer(g.name(fmt::format("{}/spray/bins_{}", name_, what)), desc);
        },
        cells, n);
    g.clear("clear_bins", order.scan.counts);
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
    finish(g, p, work, {}, [&](graph::ComputeNode& node) -> graph::ComputeNode& {
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
    p.sources = cells + spray_rim * hulls.count;
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
        .write("counts", work.scan.counts)
        .write("births", work.births)
        .over({work.rest, 1, 1});
    if (hulls.count > 0) by_hulls(g, p, hulls, work, bind);
    finish(g, p, work, {.with = "GRID"}, bind);
  }

  template <class Bind>
  void by_hulls(graph::Graph& g, const SprayParams& p, const BodyHulls& hulls, const Work& work, Bind bind) {
    auto births = g.compute("births_hulls", "spray/births_hulls.comp");
    bind(births)
        .uniform("params", p)
        .optional("rise", rise_)
        .read("bodies", hulls.states)
        .read("kinds", hulls.kinds)
        .read("records", hulls.records)
        .read("hull_points", hulls.points)
        .read("hull_facets", hulls.facets)
        .modify("counts", work.scan.counts)
        .modify("births", work.births)
        .over({spray_rim * p.bodies, 1, 1});
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
  graph::Buffer particles_, control_, rise_;
  graph::Image ground_;
};

}  // namespace

std::unique_ptr<Spray> make_spray(graph::State& state, const Scene& scene, std::size_t water) {
  if (scene.water[water].spray.count == 0) return nullptr;
  return std::make_unique<SprayStore>(state, scene, water);
}

}  // namespace undine::spray

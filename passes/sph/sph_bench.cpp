// Bench cases of the particle solver: the sizes of [Khokhlova et al.] and a million, a dam break in progress, one
// sub-step per clock step, compared with the native twin; also each stage and the surface separately.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <memory>

#include "engine/core/round.h"
#include "engine/scene/bench.h"
#include "passes/meshing/particle_surface.h"
#include "passes/sph/sph.h"
#include "passes/sph/sph_fill.h"
#include "passes/sph/sph_grid.h"
#include "passes/sph/sph_native.h"
#include "passes/sph/sph_solve.h"
#include "passes/sph/sph_world.h"

namespace undine::sph {

namespace {

// Spacings of 2 cm. The speed of sound is 10 sqrt(2 g H); half of what the time step may be.
struct Dam {
  glm::uvec3 n;
  double spacing = 0.02;
  std::uint32_t count() const { return n.x * n.y * n.z; }
  double sound() const { return 10 * std::sqrt(2 * 9.81 * n.y * spacing); }
  double step() const { return 0.2 * spacing / (1.1 * sound()); }
  glm::dvec3 water() const { return glm::dvec3(n) * spacing; }
  glm::dvec3 high() const { return water() * glm::dvec3(3, 2, 1); }
  glm::vec3 particle(std::uint32_t i) const {
    return glm::vec3((glm::dvec3(i % n.x, i / n.x % n.y, i / (n.x * n.y)) + 0.5) * spacing);
  }
  std::vector<glm::vec4> particles() const {
    std::vector<glm::vec4> out;
    for (std::uint32_t i = 0; i < count(); ++i) out.emplace_back(particle(i), static_cast<float>(i));
    return out;
  }
};

// Peers of a whole step, and of the neighbor lists alone.
std::vector<BenchPeer> peers(std::uint32_t particles) {
  const std::string splish = "native, AVX, two threads, a dam break with 30 neighbors";
  const std::string dual = "native, two threads, about 33 neighbors, walls included";
  const auto of = [&](double wcsph, double dfsph, double dualsph) -> std::vector<BenchPeer> {
    return {{"SPlisHSPlasH WCSPH", wcsph, splish},
            {"SPlisHSPlasH DFSPH", dfsph, splish + ", three or four iterations"},
            {"DualSPHysics 5.4 WCSPH", dualsph, dual}};
  };
  return particles == 8192     ? of(5.1, 6.3, 3.5)
         : particles == 65536  ? of(46, 52, 22)
         : particles == 262144 ? of(241, 322, 79)
                               : std::vector<BenchPeer>{};
}
std::vector<BenchPeer> list_peers(std::uint32_t particles) {
  const std::string how = "native, two threads, neighbors' lists alone; ours has densities with them";
  const auto of = [&](double tree, double compact) -> std::vector<BenchPeer> {
    return {{"TreeNSearch", tree, how}, {"CompactNSearch", compact, how}};
  };
  return particles == 65536 ? of(8.4, 28) : particles == 262144 ? of(42, 160) : std::vector<BenchPeer>{};
}

double native_step(reference::SphNative& twin, const Dam& dam, int steps) {
  // A floor: the best of a few runs.
  double best = 1e30;
  for (int run = 0; run < 4; ++run) {
    const int count = std::max(steps / 4, 1);
    const auto begin = std::chrono::steady_clock::now();
    twin.run(count, static_cast<float>(dam.step()));
    best = std::min(
        best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / count);
  }
  return best;
}

std::string scene(const Dam& dam) {
  const glm::dvec3 high = dam.high(), water = dam.water();
  return fmt::format(
      R"({{"version": 1, "meshes": [], "clock": {{"step": {0}}}, "water": [{{"name": "dam", "solver": "sph",
    "spacing": {1}, "domain": {{"min": [0, 0, 0], "max": [{2}, {3}, {4}]}},
    "fluid": [{{"box": {{"min": [0, 0, 0], "max": [{5}, {6}, {4}]}}}}]}}]}})",
      dam.step(), dam.spacing, high.x, high.y, high.z, water.x, water.y);
}

BenchCase whole(const Dam& dam) {
  auto twin = std::make_shared<std::unique_ptr<reference::SphNative>>();
  auto native = [twin, dam](int steps) {
    if (!*twin) {
      std::vector<glm::vec3> position;
      for (std::uint32_t i = 0; i < dam.count(); ++i) position.push_back(dam.particle(i));
      const double support = 2 * dam.spacing, sound = dam.sound();
      const reference::SphNative::Setup setup{
          .high = glm::vec3(dam.high()),
          .support = static_cast<float>(support),
          .volume = static_cast<float>(std::pow(dam.spacing, 3) / sph_lattice(SphKernel::cubic, 2).density),
          .stiffness = static_cast<float>(sound * sound),
          .damping = static_cast<float>(0.08 * 0.5 * support * sound)};
      *twin = std::make_unique<reference::SphNative>(setup, position, std::vector<glm::vec3>(position.size()));
    }
    return native_step(**twin, dam, steps);
  };
  return {.solver = "sph",
          .name = fmt::format("{}", dam.count()),
          .scene_json = scene(dam),
          .cells = dam.count(),
          .native_ms = std::move(native),
          .peers = peers(dam.count())};
}

// The picture of the dam less the meshing of its surface, which is a part of its own.
BenchCase drawn(const Dam& dam) {
  return {.solver = "sph_draw",
          .name = fmt::format("{}", dam.count()),
          .scene_json = scene(dam),
          .cells = dam.count(),
          .drawing_without = "particle_surface"};
}

enum class Part { sort, density, surface };

// Benchmark of one part of a step, on particles at rest in the order in which the dam is filled.
BenchCase part(const Dam& dam, Part which) {
  auto pass = [dam, which](graph::State& state, graph::Graph& g) -> std::function<void(graph::Graph&)> {
    const std::uint32_t n = dam.count();
    const double support = 2 * dam.spacing;
    const auto buffer = [&](const char* name, std::uint64_t bytes, graph::Format texel = graph::Format::rgba32_float) {
      return state.buffer(fmt::format("bench/{}", name), {.bytes = bytes, .texel = texel});
    };
    const graph::Buffer position = buffer("position", 16ull * n), velocity = buffer("velocity", 16ull * n);
    const graph::Buffer control = buffer("control", sizeof(SphControl));
    SphControl c{};
    c.count = c.settled = n;
    g.upload("fill_positions", position, dam.particles());
    g.upload("fill_velocities", velocity, std::vector<glm::vec4>(n));
    if (which == Part::surface) {
      g.upload("fill_control", control, std::vector<SphControl>{c});
      const ParticleSet set{position, velocity, control, n, dam.spacing, glm::dvec3(0), dam.high()};
      // The graph would cull outputs without a reader.
      const graph::Buffer kept = buffer("kept", 48);
      return [set, kept](graph::Graph& graph) {
        const SurfaceMesh mesh = meshing::particle_surface(graph, set).mesh;
        std::uint64_t at = 0;
        for (const graph::Buffer part : {mesh.vertices, mesh.indices, mesh.drops}) {
          graph.copy("keep", part, kept, 0, at, 16);
          at += 16;
        }
      };
    }
    const graph::Buffer to_position = buffer("sorted_position", 16ull * n),
                        to_velocity = buffer("sorted_velocity", 16ull * n);
    SphParams p{};
    p.grid = sph_grid(glm::dvec3(0), dam.high(), support, n);
    p.high = glm::vec3(dam.high());
    p.support = static_cast<float>(support);
    p.volume = 1;
    const auto grid = std::make_shared<SphGrid>(state, "bench", p.grid);
    c.for_particles = {groups_of(n, sph_group), 1, 1};
    c.for_tiles = {grid->tiles(), 1, 1};
    g.upload("fill_control", control, std::vector<SphControl>{c});
    grid->reset(g);
    grid->sort(g, control, position, velocity, to_position, to_velocity);
    if (which == Part::sort)
      return [=](graph::Graph& graph) { grid->sort(graph, control, position, velocity, to_position, to_velocity); };
    const graph::Buffer lists = buffer("lists", 96ull * n, graph::Format::rg32_uint);
    const graph::Buffer heads = buffer("heads", 4ull * n, graph::Format::r32_uint);
    const graph::Buffer reports = buffer("reports", sizeof(SphReports));
    g.clear("clear_reports", reports);
    return [=](graph::Graph& graph) {
      auto gather = graph.compute("gather", "sph/gather.comp");
      SphSolve()
          .bind_gather(SphNozzles().bind(SphWorld().bind_border(gather)))
          .constant("most", 12u)
          .read("position", to_position)
          .read("starts", grid->starts())
          .read("packed", grid->packed())
          .read("origins", grid->origins())
          .modify("control", control)
          .modify("velocity", to_velocity)
          .modify("lists", lists)
          .write("heads", heads)
          .accumulate("reports", reports)
          .params(p)
          .over({n, 1, 1});
    };
  };
  const char* name = which == Part::sort ? "sort" : which == Part::density ? "density" : "surface";
  return {.solver = fmt::format("sph_{}", name),
          .name = fmt::format("{}", dam.count()),
          .scene_json = R"({"version": 1, "water": []})",
          .cells = dam.count(),
          .pass = std::move(pass),
          .peers = which == Part::density ? list_peers(dam.count()) : std::vector<BenchPeer>{}};
}

const Dam dams[] = {{{32, 16, 16}}, {{32, 32, 16}}, {{32, 32, 32}},  {{64, 32, 32}},
                    {{64, 64, 32}}, {{64, 64, 64}}, {{128, 64, 128}}};
const Dam large_dams[] = {{{128, 128, 128}}, {{256, 128, 128}}};

}  // namespace

std::vector<BenchCase> sph_bench() {
  std::vector<BenchCase> cases;
  for (const Dam& dam : dams) cases.push_back(whole(dam));
  for (const Dam& dam : large_dams) cases.push_back(whole(dam));
  for (const Part which : {Part::sort, Part::density, Part::surface})
    for (const Dam& dam : dams) cases.push_back(part(dam, which));
  for (const Dam& dam : dams) cases.push_back(drawn(dam));
  return cases;
}

}  // namespace undine::sph

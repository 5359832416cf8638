#include "tests/fuzz/scene.h"

#include "engine/app/session/world.h"
#include "passes/deferred/geometry.h"
#include "passes/fluid/fluid_settings.h"
#include "passes/pipes/pipes_settings.h"
#include "passes/sph/sph_settings.h"
#include "passes/wave/wave_settings.h"
#include "tests/fuzz/target.h"

namespace undine::fuzz {
namespace {

struct Size {
  double held = 0;  // cells of the largest grid, or initial particles: determines memory
  double most = 0;  // the same, or particles of a full domain: determines time
};

Size size_of(const Scene& scene) {
  Size out;
  const auto add = [&](double held, double most) {
    out.held = std::max(out.held, held);
    out.most = std::max({out.most, held, most});
  };
  const auto grid = [&](glm::uvec2 cells) { add(static_cast<double>(cells.x) * cells.y, 0); };
  for (const WaterEntry& water : scene.water) {
    const SolverSettings* settings = water.settings.get();
    if (const auto* waves = dynamic_cast<const wave::WaveSettings*>(settings)) grid(waves->cells);
    if (const auto* columns = dynamic_cast<const pipes::PipesSettings*>(settings)) grid(columns->cells);
    if (const auto* cells = dynamic_cast<const fluid::FluidSettings*>(settings)) grid(cells->cells);
    if (const auto* cloud = dynamic_cast<const sph::SphSettings*>(settings)) {
      const double each = std::pow(cloud->spacing, 3);
      const glm::dvec3 room = cloud->domain.max - cloud->domain.min;
      double volume = 0;
      if (cloud->particles == 0)
        for (const sph::SphFluid& part : cloud->fluid) volume += part.volume();
      add(std::max<double>(cloud->particles, volume / each),
          std::max<double>(cloud->capacity, room.x * room.y * room.z / each));
    }
  }
  return out;
}

double agents(const Scene& scene) {
  double sum = 0;
  for (const auto& body : scene.bodies) sum += body.count;
  for (const auto& fish : scene.fish) sum += fish.count;
  for (const auto& leaf : scene.leaves) sum += leaf.count;
  return sum;
}

// Without resources of a fixed size, which do not depend on the scene: sky, noises, targets.
void first_frames(const Scene& scene) {
  graph::State state;
  session::World world(state, scene);
  deferred::Geometry geometry(state, scene);
  graph::Graph g(state);
  world.start(g);
  for (int i = 0; i < 2; ++i) {
    world.step(g);
    world.surfaces(g);
    world.particles(g);
    geometry.begin(world.time(), world.body_set());
    for (const Field& field : world.fields()) field.publish(g);
  }
}

}  // namespace

// Skips worlds of medium size, which only take time. Scenes far beyond the device's memory must be rejected before
// allocation, and are tried like small ones.
void make_world(const Scene& scene) {
  constexpr double small = 1 << 12, huge = 1 << 27, crowd = 256;
  const Size size = size_of(scene);
  const bool refused = size.held >= huge;
  if (!refused && (size.most > small || agents(scene) > crowd)) return;
  if (accepts([&] { first_frames(scene); }) && refused) finding("a world of more than the device's memory is made");
}

void scene(Input text) {
  std::optional<Scene> read;
  const std::filesystem::path file = folder() / "scene.json";
  if (!accepts([&] { read = parse_scene(text, file); })) return;
  const std::string saved = save_scene(*read);
  Scene again = parse_scene(saved, file);
  if (save_scene(again) != saved) finding("a scene that is saved and read is another one: " + saved);
  make_world(*read);
}

}  // namespace undine::fuzz

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

// Elements of the largest grid, and particles: what a world takes time and memory by.
double elements(const Scene& scene) {
  double most = 0;
  const auto add = [&](double count) { most = std::max(most, count); };
  const auto grid = [&](glm::uvec2 cells) { add(static_cast<double>(cells.x) * cells.y); };
  for (const WaterEntry& water : scene.water) {
    const SolverSettings* settings = water.settings.get();
    if (const auto* waves = dynamic_cast<const wave::WaveSettings*>(settings)) grid(waves->cells);
    if (const auto* columns = dynamic_cast<const pipes::PipesSettings*>(settings)) grid(columns->cells);
    if (const auto* cells = dynamic_cast<const fluid::FluidSettings*>(settings)) grid(cells->cells);
    if (const auto* cloud = dynamic_cast<const sph::SphSettings*>(settings)) {
      const glm::dvec3 room = cloud->domain.max - cloud->domain.min;
      add(room.x * room.y * room.z / std::pow(cloud->spacing, 3));
      add(cloud->particles);
      add(cloud->capacity);
    }
  }
  return most;
}

double dwellers(const Scene& scene) {
  double sum = 0;
  for (const auto& body : scene.bodies) sum += body.count;
  for (const auto& fish : scene.fish) sum += fish.count;
  for (const auto& leaf : scene.leaves) sum += leaf.count;
  return sum;
}

// Without what a renderer makes of the scene's numbers alone and at a fixed size: sky, noises, targets.
void first_frames(const Scene& scene) {
  graph::State state;
  session::World world(state, scene);
  deferred::Geometry geometry(state, scene);
  graph::Graph g(state);
  world.start(g);
  geometry.start(g);
  for (int i = 0; i < 2; ++i) {
    world.step(g);
    world.surfaces(g);
    world.particles(g);
    geometry.move_walls(world.time());
    geometry.place(world.body_set());
    for (const Field& field : world.fields()) field.publish(g);
  }
}

}  // namespace

// Worlds of middling size would only take time. What asks for far more than the device has must be refused before it
// is made, and is tried like small ones.
void make_world(const Scene& scene) {
  constexpr double small = 1 << 12, huge = 1 << 27, crowd = 256;
  const double size = elements(scene);
  if ((size > small && size < huge) || dwellers(scene) > crowd) return;
  if (accepts([&] { first_frames(scene); }) && size >= huge)
    finding("a world of more than the device's memory is made");
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

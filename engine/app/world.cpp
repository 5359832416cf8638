#include "engine/app/world.h"

#include <algorithm>
#include <iterator>

#include "engine/core/hash.h"

namespace undine {

World::World(graph::State& state, const Scene& scene) : dt_(scene.clock.step) {
  for (const WaterEntry& entry : scene.water) {
    Hash seed;
    seed.word(static_cast<std::uint64_t>(scene.clock.seed));
    seed.word(water_.size());
    SceneContext context{entry.name, scene.gravity, seed.value(), scene.terrain,
                         scene.file.string() + ": /water/" + std::to_string(water_.size())};
    water_.push_back({entry.name, entry.solver, entry.settings->create(state, context)});
  }
}

void World::start(graph::Graph& g) {
  steps_ = 0;
  for (Water& w : water_) w.solver->start(g);
}

void World::step(graph::Graph& g) {
  for (Water& w : water_) w.solver->step(g, {steps_, time(), dt_});
  ++steps_;
}

std::vector<SurfaceField> World::surfaces(graph::Graph& g) {
  std::vector<SurfaceField> all;
  for (Water& w : water_) all.push_back(w.solver->surface(g));
  return all;
}

std::vector<Field> World::fields() {
  std::vector<Field> all;
  for (Water& w : water_) std::ranges::move(w.solver->fields(), std::back_inserter(all));
  return all;
}

}  // namespace undine

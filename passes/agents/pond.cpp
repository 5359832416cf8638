#include "passes/agents/pond.h"

#include "engine/core/error.h"
#include "engine/core/hash.h"

namespace undine::agents {

Pond::Pond(graph::State& state, const Scene& scene, std::size_t water, const std::string& owner,
           const std::string& where) {
  const auto place = scene.water[water].settings->place();
  if (!place)
    throw Error(Exit::bad_input, scene.file.string() + ": " + where,
                "the water \"" + scene.water[water].name + "\" has no surface over a grid", "a water that has one");
  solids::PondBed bed = solids::bed_under(scene, *place);
  cells_ = bed.cells;
  heights_ = std::move(bed.height);
  const std::string name = owner + "/" + scene.water[water].name;
  bed_ = state.image(name + "/bed", {.extent = {cells_.x, cells_.y, 1}, .format = graph::Format::r32_float});
}

PondParams Pond::params(const SurfaceField& water, double dt) const {
  PondParams p{};
  p.origin = glm::vec3(water.origin);
  p.size = glm::vec2(water.size);
  p.cells = water.cells;
  p.periodic = {water.periodic_x ? 1.0f : 0.0f, water.periodic_z ? 1.0f : 0.0f};
  p.bed_cells = cells_;
  p.dt = static_cast<float>(dt);
  return p;
}

std::size_t water_index(const Scene& scene, const std::string& name) {
  for (std::size_t i = 0; i < scene.water.size(); ++i)
    if (scene.water[i].name == name) return i;
  return 0;
}

int seed_of(const Scene& scene, std::string_view what, std::size_t index) {
  Hash hash;
  hash.word(static_cast<std::uint64_t>(scene.clock.seed));
  hash.text(what);
  hash.word(index);
  return static_cast<int>(hash.value() & 0xffffff);
}

}  // namespace undine::agents

// Waters as fish and leaves sample them: the bed under each, and the bindings of agents/pond.glsl.
#pragma once
#include <string>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "engine/scene/scene.h"
#include "passes/agents/pond_params.h"
#include "passes/solids/pond_bed.h"

namespace undine::agents {

class Pond {
 public:
  // `owner`: first part of the names of its resources. Error: the water has no surface grid.
  Pond(graph::State& state, const Scene& scene, std::size_t water, const std::string& owner, const std::string& where);
  void start(graph::Graph& g) { g.upload("fill_bed", bed_, heights_); }
  PondParams params(const SurfaceField& water, double dt) const;
  template <class Node>
  void bind(Node& node, const SurfaceField& water) const {
    node.read("surface", water.surface, graph::Sampler::nearest_clamp)
        .optional("flow", water.flow, graph::Sampler::nearest_clamp)
        .read("bed", bed_, graph::Sampler::nearest_clamp);
  }

 private:
  glm::uvec2 cells_{0};
  std::vector<float> heights_;
  graph::Image bed_;
};

// Index of the water with this name; empty: the first.
std::size_t water_index(const Scene& scene, const std::string& name);
// Seed derived from the scene's seed and the name of its use.
int seed_of(const Scene& scene, std::string_view what, std::size_t index);

}  // namespace undine::agents

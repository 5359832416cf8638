// Solid boundaries of particles besides the walls of their domain: the terrain, or all solids of the scene as a
// height map [Khokhlova et al.] or as a signed distance field.
#ifndef PASSES_SPH_SPH_WORLD_H
#define PASSES_SPH_SPH_WORLD_H
#include "passes/solids/distance_field.h"
#include "passes/sph/sph_params.h"
SHARED_BEGIN(undine::sph)
SHARED_USING(solids::DistanceGrid)

struct SphWorldParams {
  DistanceGrid grid;
  float far;    // distance that is told outside of the grid, where there are no solids
  float skin;   // distance that particles keep from solids in the field, m
  float share;  // of sph_layer(): makes the lattice beside a wall as dense as inside
  // The same for solids in the field, whose layer is wider, so that it is as steep there as that of mirrored particles.
  float solid_share;
  float solid_support;  // m
  float mass;           // of a particle, kg
  uint bodies;          // that may be met
  uint floating;        // so many of them; the others are meshes that move
};

SHARED_END
#ifdef __cplusplus
#include <optional>

#include "engine/scene/solver.h"
#include "passes/solids/height_view.h"
#include "passes/sph/sph_bodies.h"
#include "passes/sph/sph_settings.h"

namespace undine::sph {

class SphWorld {
 public:
  SphWorld() = default;
  SphWorld(const SphSettings& settings, const SceneContext& context, double gravity);
  // Resources, for so many particles.
  void reserve(graph::State& state, const std::string& owner, std::uint32_t capacity, bool solves);
  void set_mass(const SphSettings& settings, double spacing);  // of particles, by their density
  void start(graph::Graph& g);                                 // bakes
  // Adds to densities. A terrain alone only stops what falls on it.
  bool active() const { return viewed_ || solid_ || bodies_.any(); }
  SphBodies& bodies() { return bodies_; }
  const SphBodies& bodies() const { return bodies_; }
  void place_ground(SphParams& params) const;  // sets where the height map lies
  // True at places inside of something, and nearer to meshes than `beside`; `spacing` of a lattice: SphBodies::inside.
  std::vector<bool> inside(const std::vector<glm::vec4>& places, double beside = 0, double spacing = 0) const;

  double floor_at(const glm::dvec3& x) const;  // world y of the terrain or of the domain's floor under it

  // Binds the inputs of sph/border.glsl.
  graph::ComputeNode& bind_border(graph::ComputeNode& node) const {
    return see(node)
        .constant("ground_adds", viewed_)
        .optional("edges", edges_, graph::Verb::write)
        .optional("corrections", corrections_, graph::Verb::write);
  }
  // Bindings of sph/response.glsl.
  template <class Node>
  Node& respond(Node& node, graph::Verb verb) const {
    return see(node).optional("responses", bodies_.responses(), verb);
  }
  // Bindings of sph/pack.comp.
  template <class Node>
  Node& bind_pack(Node& node) const {
    return see(node).optional("edges", edges_);
  }
  // Binds the inputs of sph/contact.glsl.
  template <class Node>
  Node& touch(Node& node) const {
    return see(node).optional("hits", bodies_.hits(), graph::Verb::accumulate);
  }
  // vec4 per sorted particle: the slope; how fast it moves along it. None where nothing is active.
  graph::Buffer edges() const { return edges_; }
  // Two vec4 per sorted particle: the symmetric matrix that corrects gradients. None without bodies.
  graph::Buffer corrections() const { return corrections_; }

 private:
  template <class Node>
  Node& see(Node& node) const {
    return node.optional("ground", ground_, graph::Sampler::nearest_clamp)
        .optional("solids", distances_, graph::Sampler::nearest_clamp)
        .optional("bodies", bodies_.bodies())
        .optional("fields", bodies_.fields())
        .uniform("world", params_);
  }

  bool grounded_ = false, solid_ = false, viewed_ = false;
  std::vector<solids::Solid> solids_;
  std::optional<Heightmap> terrain_;
  std::vector<float> heights_;  // of the terrain, where it alone is the ground
  double floor_ = 0;            // of the domain
  glm::dvec2 ground_size_{1};
  glm::dvec3 ground_origin_{0};
  SphBodies bodies_;
  solids::HeightView view_;
  solids::DistanceField field_;
  SphWorldParams params_{};
  graph::Image ground_, distances_;
  graph::Buffer edges_, corrections_;
};

}  // namespace undine::sph
#endif
#endif

// Two-way coupling of particles and rigid bodies: bodies are moving boundaries of the particles, and the momentum
// that particles exchange with a body's surface acts on the body, summed in fixed point.
#ifndef PASSES_SPH_SPH_BODIES_H
#define PASSES_SPH_SPH_BODIES_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::sph)

// A body as particles see it: its simple shape, and where it is within the clock step.
struct SphBody {
  vec3 position;  // of the center of mass
  vec4 rotation;
  vec3 velocity;
  vec3 spin;
  vec3 middle;  // of the shape, from the center of mass in the body's axes
  vec3 half_size;
  float radius;  // of a sphere about the center of mass that holds it
  float mass;
  mat3 inverse_inertia;  // in the body's axes
  float lifted;          // share of its weight that grids of columns carry
  int shape;
  // Closure (sph_closures.h); the rest counts where `displaced` is above 0.
  float displaced;  // m^3
  vec3 added;       // added mass over the displaced one, along the body's axes
  vec3 drag;        // coefficient times area along these, m^2
  float wide;       // of the shell of water around it, m
  float beside;     // of its inner part, which is full where the body is submerged, m
  float room;       // volume of the inner part, m^3
};

struct SphBodiesParams {
  uint first;
  uint count;
  uint own;     // so many of them float; the others are meshes that move
  uint movers;  // state of the first of these
  float gravity;
  float density;  // water, kg/m^3
  float spacing;  // m between particles
};

// Water around a submerged body: sums over the particles of a shell, in the sub-step that ends, and their mean flow.
struct SphBackground {
  int count;
  int beside;      // of them, those in the inner part
  ivec3 momentum;  // in sph_flow_quantum
  vec3 center;     // the body's, when the sums were taken
  vec4 rotation;   // and its rotation
  vec3 flow;       // m/s
  vec3 lead;       // velocity that the shell's particles gain, m/s
  float known;     // 1: `flow` is that of the last sub-step
};
const float sph_flow_quantum = 0.00390625f;  // m/s: 1e5 particles at 80 m/s fit
const float sph_most_ball = 16.0f;           // spacings of the radius of a ball as large as a body that closures move

SHARED_END
#ifdef __cplusplus
#include <string>
#include <vector>

#include "engine/scene/solver.h"
#include "passes/bodies/bodies_movers.h"

namespace undine::sph {

class SphBodies {
 public:
  SphBodies() = default;
  // The bodies that the scene puts into the water `context` is of.
  SphBodies(const SceneContext& context, double gravity, double spacing);
  void set_gravity(double gravity) { params_.gravity = static_cast<float>(gravity); }
  void set_water(double density, double spacing) {
    params_.density = static_cast<float>(density);
    params_.spacing = static_cast<float>(spacing);
  }
  void reserve(graph::State& state, const std::string& owner, bool solves);
  bool any() const { return params_.count > 0; }
  // Checks that these are as many bodies and movers in the same rows of the scene's.
  bool same_rows(const SphBodies& other) const {
    return params_.own == other.params_.own && params_.count == other.params_.count &&
           (params_.own == 0 || params_.first == other.params_.first) &&
           (movers_.empty() || params_.movers == other.params_.movers);
  }
  std::uint32_t count() const { return params_.count; }
  std::uint32_t floating() const { return params_.own; }  // the first of them
  bool moves() const { return !movers_.empty(); }         // solid meshes that move come into the domain
  // True at places inside of a body at the beginning, and nearer to meshes that move than `beside`. With a `spacing` as
  // many as a floating body displaces, the deepest, of a lattice of particles.
  std::vector<bool> inside(const std::vector<glm::vec4>& places, double beside, double spacing = 0) const;
  // Puts places that are still inside of a floating body, or touch it, beside its surface.
  void put_beside(std::vector<glm::vec4>& places, double spacing) const;
  void meet(const PushedBodies& bodies) { pushed_ = bodies; }
  void start(graph::Graph& g) const;  // floating bodies as the scene has them, nothing known of the water
  void begin(graph::Graph& g) const;  // takes the bodies as they are, nothing done to them
  // By the sub-step that has passed, and the water around submerged bodies as they push it.
  void move(graph::Graph& g, graph::Buffer control, graph::Buffer position, graph::Buffer velocity) const;
  graph::Buffer bodies() const { return bodies_; }  // SphBody
  graph::Buffer hits() const { return hits_; }      // BodyPush of this sub-step, to accumulate
  graph::Buffer pushes() const { return pushes_; }  // and of the clock step
  // BodyPush of the iterations of a pressure solve: two in turn, and that of the pressures found.
  graph::Buffer responses() const { return responses_; }
  graph::Buffer fields() const { return pushed_.fields; }  // distances of meshes that move

 private:
  std::vector<SphBody> first_;
  std::vector<bodies::Mover> movers_;  // solid or not, in their order
  SphBodiesParams params_{};
  PushedBodies pushed_;
  graph::Buffer bodies_, hits_, pushes_, responses_, background_;
};

}  // namespace undine::sph
#endif
#endif

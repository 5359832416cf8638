// Kinematic meshes: bodies of prescribed motion. Their poses follow the clock on the CPU; their two-way coupling with
// waters runs on the GPU.
#pragma once
#include <string>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/bodies/bodies_params.h"
#include "passes/solids/solids.h"

namespace undine::bodies {

struct Hull;

struct Mover {
  std::size_t mesh = 0;  // of the scene
  MeshMotion motion;
  bool solid = false;  // else it is only drawn
  glm::dvec3 origin{0};
  glm::dquat placed{1, 0, 0, 0};        // of the mesh at rest
  glm::dvec3 middle{0};                 // of the enclosed volume, in the mesh's axes; of what is not solid its origin
  std::vector<solids::Solid> surfaces;  // closed, in the mesh's axes from the middle
  double volume = 0, radius = 0;        // m³, m: of a sphere about the middle
  glm::dvec3 low{0}, high{0};           // that holds it wherever it goes

  // State at a time, with the velocities that lead it to its place `ahead` seconds later.
  // Its place from `anchor`.
  BodyState state_at(double time, double ahead, const glm::dvec3& anchor) const;
  bool inside(const glm::dvec3& place, double time) const;  // of the solid
  std::vector<solids::Solid> placed_at(double time) const;  // its surfaces in the world
};

bool any_moves(const Scene& scene);
// At most body_most_movers; errors name the mesh.
std::vector<Mover> make_movers(const Scene& scene);
std::vector<Mover> make_fixtures(const Scene& scene);  // closed solid meshes that stand, as bodies touch them
// Kind of a mover for contacts. `field`: number of its distances, if a simple shape does not stand for it.
BodyKind kind_of(const Mover& mover, const MeshSettings& mesh, int field);
bool simple_shape(const MeshSettings& mesh);  // a box, a sphere or an upright cylinder is met exactly

}  // namespace undine::bodies

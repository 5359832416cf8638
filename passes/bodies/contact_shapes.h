// Collision shapes of bodies and meshes: convex parts, and triangles of shapes that are not convex.
#pragma once
#include <glm/glm.hpp>
#include <vector>

#include "engine/scene/scene.h"
#include "passes/bodies/bodies_params.h"
#include "passes/bodies/contacts_params.h"

namespace undine::bodies {

struct Hull;
struct Mover;

struct ContactShapes {
  std::vector<ContactKind> kinds;
  std::vector<ContactPart> parts;
  std::vector<glm::vec3> points;
  std::vector<ContactFace> faces;
  std::vector<std::uint32_t> corners;
  std::vector<ContactNode> nodes;
  std::vector<ContactTriangle> triangles;

  // Parts of each kind, then `corners`.
  std::vector<std::uint32_t> lists() const;
  // Adds a floating body; the parts of a mesh that are not joined have a convex hull each.
  void add_body(const BodySettings& s, const Hull& hull, const BodyKind& kind);
  // Adds a solid mesh, about the middle of its volume.
  void add_mesh(const Mover& mover, const MeshSettings& mesh, const BodyKind& kind);

 private:
  void begin_kind();
  void end_kind();
  void add_box(const glm::vec3& center, const glm::vec3& half_size);
  void add_cylinder(const glm::vec3& center, float radius, float half);
  void add_capsule(const glm::vec3& center, float radius, float straight);
  bool add_hull(const std::vector<glm::dvec3>& points);
  void add_triangles(const std::vector<glm::dvec3>& points, const std::vector<glm::uvec3>& facets);
  void add_node(std::vector<ContactTriangle>& list, std::size_t first, std::size_t count);
};

}  // namespace undine::bodies

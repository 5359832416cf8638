#include "passes/solids/placement.h"

#include <glm/gtc/matrix_transform.hpp>

namespace undine::solids {

glm::mat4 mesh_placement(const MeshSettings& m) {
  glm::dmat4 turn = glm::translate(glm::dmat4(1), m.translate);
  turn = glm::rotate(turn, glm::radians(m.rotate.z), glm::dvec3(0, 0, 1));
  turn = glm::rotate(turn, glm::radians(m.rotate.y), glm::dvec3(0, 1, 0));
  turn = glm::rotate(turn, glm::radians(m.rotate.x), glm::dvec3(1, 0, 0));
  return glm::mat4(turn);
}

TriangleMesh mesh_shape(const MeshSettings& m, std::uint32_t columns) {
  const glm::vec3 size(m.size * m.scale);
  switch (m.shape) {
    case MeshSettings::Shape::sphere:
      return make_sphere(size, columns);
    case MeshSettings::Shape::plane:
      return make_plane({size.x, size.z});
    case MeshSettings::Shape::cylinder:
      return make_cylinder(size, columns);
    case MeshSettings::Shape::basin:
      return make_basin(size, static_cast<float>(m.wall * m.scale), static_cast<float>(m.rim * m.scale));
    default:
      return make_box(size);
  }
}

}  // namespace undine::solids

#include "passes/solids/placement.h"

#include <fmt/format.h>

#include <glm/gtc/matrix_transform.hpp>

#include "engine/scene/scene_error.h"

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

GltfWhich model_part(const Scene& scene, const std::filesystem::path& file, const std::string& node) {
  GltfWhich out{.node = node, .without = {}, .moves = false, .shines = false, .eye = scene.camera.eye};
  for (const MeshSettings& mesh : scene.meshes) {
    if (mesh.shape != MeshSettings::Shape::gltf || mesh.gltf != file) continue;
    out.shines = true;
    out.moves = out.moves || (mesh.motion && !mesh.motion->animation.empty());
  }
  return out;
}

GltfModel mesh_model(const Scene& scene, const MeshSettings& mesh) {
  GltfWhich which = model_part(scene, mesh.gltf, mesh.node);
  for (const MeshSettings& other : scene.meshes)
    if (other.shape == MeshSettings::Shape::gltf && other.gltf == mesh.gltf && &other != &mesh && !other.node.empty() &&
        other.node != mesh.node)
      which.without.push_back(other.node);
  try {
    return load_gltf(mesh.gltf, which);
  } catch (const Error& e) {
    throw at_setting(scene, fmt::format("/meshes/{}/gltf", &mesh - scene.meshes.data()), e);
  }
}

}  // namespace undine::solids

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

TriangleMesh mesh_shape(const Scene& scene, const MeshSettings& plane) {
  if (plane.shape != MeshSettings::Shape::plane) return mesh_shape(plane);
  const auto is_level = [](const MeshSettings& m) { return m.rotate == glm::dvec3(0) && !m.motion; };
  std::vector<Rectangle> holes;
  for (const MeshSettings& m : scene.meshes) {
    if (m.shape != MeshSettings::Shape::basin || !is_level(m) || !is_level(plane)) continue;
    const glm::dvec3 off = m.translate - plane.translate, size = m.size * m.scale;
    const double floor = off.y - size.y, rim = off.y + m.rim * m.scale;
    if (floor >= 0 || rim <= 0) continue;
    const glm::dvec2 middle(off.x, off.z), half = 0.5 * glm::dvec2(size.x, size.z) + 0.5 * m.wall * m.scale;
    holes.push_back({glm::vec2(middle - half), glm::vec2(middle + half)});  // to the middle of the walls
  }
  const glm::dvec3 size = plane.size * plane.scale;
  return make_plane({size.x, size.z}, holes);
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

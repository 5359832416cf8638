#pragma once
#include <cstdint>
#include <glm/glm.hpp>

#include "engine/scene/scene.h"
#include "passes/models/gltf.h"
#include "passes/models/shapes.h"

namespace undine::solids {

// Mesh of a built-in shape with size and scale applied (`columns` facets around round shapes), and the rigid
// transform of a mesh.
TriangleMesh mesh_shape(const MeshSettings& mesh, std::uint32_t columns = 64);
glm::mat4 mesh_placement(const MeshSettings& mesh);
// The same as the scene shows it: a plane has holes where basins reach through it, whose floors lie deeper. Rotated
// planes and basins are not cut.
TriangleMesh mesh_shape(const Scene& scene, const MeshSettings& mesh);
// Selection of a node of a file (empty: all), with the other uses of the file in the scene.
GltfWhich model_part(const Scene& scene, const std::filesystem::path& file, const std::string& node);
// The model of a mesh that has a file: without the nodes that other meshes of the scene name. Errors name the setting.
GltfModel mesh_model(const Scene& scene, const MeshSettings& mesh);

}  // namespace undine::solids

// glTF 2.0 and GLB files: static triangle meshes with base colours. Everything a file claims is checked before use.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <vector>

#include "passes/geometry_image.h"
#include "passes/shapes.h"

namespace undine {

struct GltfPart {
  TriangleMesh mesh;  // in the file's world space: node transforms are applied
  bool has_material = false;
  glm::vec3 color{0.8f};  // linear
  float roughness = 0.6f, metallic = 0;
  int texture = -1;  // index into GltfModel::textures
};
struct GltfModel {
  std::vector<GltfPart> parts;
  std::vector<ColorImage> textures;
};

// Errors are Error(Exit::bad_input) that name the file and the accessor, node, image ...; files outside the model's
// folder are refused. Skins, morphs, animations, cameras and lights are ignored; lines and points are skipped.
GltfModel load_gltf(const std::filesystem::path& file);

}  // namespace undine

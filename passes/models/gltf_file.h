// Loads and validates a glTF file by tinygltf. Included by gltf*.cpp only.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "passes/models/gltf_accessor.h"
#include "passes/models/gltf_gaps.h"
#include "passes/models/gltf_nodes.h"

namespace undine::solids {

// Errors are Error(Exit::bad_input); images stay encoded.
tinygltf::Model parse_gltf(const std::filesystem::path& file);
// Logs the parts of a file that are not drawn, once for each file.
void tell_gltf_gaps(const tinygltf::Model& model, const std::filesystem::path& file, const GltfKnown& known);
// From a node's axes to its parent's.
glm::dmat4 gltf_node_matrix(const GltfAccessors& accessors, const tinygltf::Node& node, const std::string& place);

// The nodes of the file's scene, parents before their children; without a scene all roots are meant.
struct GltfVisit {
  int node = 0, parent = -1;
  glm::dmat4 world{1};
};
std::vector<GltfVisit> walk_gltf(const GltfAccessors& accessors, const tinygltf::Model& model);
// KHR_lights_punctual of a node.
std::optional<GltfLight> gltf_light_of(const GltfAccessors& accessors, const tinygltf::Model& model,
                                       const GltfVisit& at);

}  // namespace undine::solids

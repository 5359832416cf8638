// The JSON text of a glTF file before the library parses it: bounds, version, references to other files.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace undine::solids {

// The bytes of a .gltf or .glb file, ready for the library. `files`: the names that stand in it for references to other
// files which the library would decode in another way, and the files that they mean.
struct GltfText {
  std::vector<unsigned char> bytes;
  std::map<std::string, std::filesystem::path> files;
  bool binary = false;
};

// Key in `extras` of a primitive: number of its accessor of indices, where that has no bufferView.
inline constexpr const char* gltf_indices_without_view = "undine_indices";

// Error(Exit::bad_input): nested too deeply, or of another version than glTF 2.0.
GltfText prepare_gltf(std::vector<unsigned char> bytes, const std::filesystem::path& file);

}  // namespace undine::solids

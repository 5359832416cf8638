// Compares scenes except for their rendering, so that a run continues only with the same physics.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/scene/scene.h"

namespace undine::session {

// Pointer of the first difference, with both values.
std::optional<std::string> difference(const nlohmann::ordered_json& then, const nlohmann::ordered_json& now);
// The same for two texts of scenes; empty: only rendering differs.
std::optional<std::string> world_difference(const std::string& then, const std::string& now);
// Reduces the scene to the files it names, except those for rendering, each as {"file", "bytes", "crc32"}; a .gltf with
// its buffers. Error(Exit::bad_input): a file cannot be read.
nlohmann::ordered_json files_of(Scene& scene);

}  // namespace undine::session

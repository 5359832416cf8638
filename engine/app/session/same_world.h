// Whether two scenes differ in more than their picture, so that a run never goes on with another world around its
// water.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/scene/scene.h"

namespace undine::session {

// The first place where two values differ, by its pointer, with both.
std::optional<std::string> difference(const nlohmann::ordered_json& then, const nlohmann::ordered_json& now);
// Of two texts of scenes: where they differ first, by its pointer, with both values; nothing: in their picture alone.
std::optional<std::string> world_difference(const std::string& then, const std::string& now);
// The scene with nothing left in it but its files, without those of the picture alone, each as {"file", "bytes",
// "crc32"}; a .gltf with the buffers that it names. Error(Exit::bad_input): one cannot be read.
nlohmann::ordered_json files_of(Scene& scene);

}  // namespace undine::session

// Procedural pattern of a glTF material, from its `extras.undine`: {"pattern": "bricks", "scale": 0.25, "color2":
// [...]} with the meanings of a scene's material.
#pragma once
#include <optional>
#include <string>

#include "engine/scene/scene_material.h"

namespace tinygltf {
struct Material;
}

namespace undine::solids {

// Empty where the material names none. Throws Error(bad_input) at `where` for an unknown key or value, and for a
// material that is textured, emissive, transmissive or blended too.
std::optional<MaterialSettings> gltf_pattern(const tinygltf::Material& material, const std::string& where);

}  // namespace undine::solids

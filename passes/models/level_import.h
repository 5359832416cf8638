// Converts a level of another program (glTF) to a scene, for `undine import`.
#pragma once
#include "engine/scene/parts.h"

namespace undine::solids {

// As Parts::import_level says. Nodes' extras: {"undine": {...}} with "water", "body", "terrain", "solid", "scene"
// (docs/scenes.md).
ImportedLevel import_level(const ImportRequest& request);

}  // namespace undine::solids

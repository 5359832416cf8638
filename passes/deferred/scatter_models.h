// Models of "terrain.scatter" as clusters of triangles, all levels of detail in one buffer.
#pragma once
#include <vector>

#include "engine/scene/scene.h"
#include "passes/deferred/scatter_params.h"

namespace undine::deferred {

struct ScatterModels {
  std::vector<ScatterKind> kinds;       // one for each entry
  std::vector<ScatterVertex> vertices;  // 3 * scatter_triangles a cluster
};

inline constexpr std::uint32_t most_scatter_clusters = 1u << 16;  // of a scene: a million triangles

// Loads the models. Textures become colors of triangles. Error(bad_input): a model that does not load, has transparent
// parts or lacks a level, or too many triangles.
ScatterModels load_scatter(const Scene& scene);

}  // namespace undine::deferred

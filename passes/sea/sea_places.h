// Samples a sea's surface on the grids of other waters.
#pragma once
#include "engine/graph/graph.h"
#include "engine/scene/ports.h"
#include "passes/sea/sea_params.h"

namespace undine::sea {

// For shaders/sea/places.glsl: cells of a grid of `size` meters around (middle.x, middle.z).
SeaSurfaceParams sea_places(const SpectralWaves& waves, glm::uvec2 cells, glm::dvec2 size, const glm::dvec3& middle);

// SurfaceField::surface of the sea on that grid.
graph::Image sea_surface(graph::Graph& g, const std::string& name, const SpectralWaves& sea,
                         const SeaSurfaceParams& places);

}  // namespace undine::sea

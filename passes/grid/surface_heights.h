// Elevations of a surface as rows of floats, for fields and gauges.
#pragma once
#include <string>

#include "engine/graph/graph.h"
#include "engine/scene/ports.h"

namespace undine::grid {

graph::Buffer surface_heights(graph::Graph& g, const std::string& name, const SurfaceField& field);

}  // namespace undine::grid

// Mask of open hulls: water between its two depths is not drawn.
#pragma once
#include "engine/graph/graph.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"

namespace undine::water {

struct HullMask {
  graph::Image front, back;  // d32f, reversed: of the first front face and the first back face; none without such hulls
};

HullMask draw_hull_mask(graph::Graph& g, const deferred::Camera& camera, const deferred::Geometry& geometry);

}  // namespace undine::water

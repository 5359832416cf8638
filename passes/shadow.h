// The sun's shadow map and the matrix that leads into it.
#pragma once
#include "engine/graph/graph.h"
#include "passes/camera.h"
#include "passes/geometry.h"
#include "passes/ports.h"

namespace undine {

// World to the clip space of a map that looks from the sun and just holds `bounds`: x and y in [-1, 1], depth 0 at the
// side of the sun. Depends on nothing else, so shadows never crawl. Empty bounds: a box of 20 m about the origin.
glm::mat4 fit_sun(const Bounds& bounds, glm::vec3 towards_sun);

// d32f, 2048 x 2048, through camera.sun_matrix; all lit when not enabled.
graph::Image draw_shadow(graph::Graph& g, const Camera& camera, const Geometry& geometry, bool enabled);

}  // namespace undine

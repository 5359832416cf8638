// Object identifiers per pixel of the opaque scene.
#ifndef PASSES_DEFERRED_IDS_H
#define PASSES_DEFERRED_IDS_H
#include "engine/core/shared.h"
SHARED_BEGIN(undine::deferred)

// Kinds, each with an index: of the scene's "meshes", of moving walls in the order of the waters, of bodies as in the
// field bodies.state, of fish and of leaves likewise, of "water", of "terrain.scatter".
const int id_nothing = 0;
const int id_mesh = 1;
const int id_terrain = 2;
const int id_wall = 3;
const int id_body = 4;
const int id_fish = 5;
const int id_leaf = 6;
const int id_water = 7;
const int id_scatter = 8;

SHARED_END

#ifdef __cplusplus
#include "engine/graph/graph.h"
#include "passes/deferred/camera.h"
#include "passes/deferred/geometry.h"

namespace undine::deferred {

// rg32f of the camera's size: kind and index of what was drawn at the G-buffer's `depth`.
graph::Image draw_ids(graph::Graph& g, const Camera& camera, const Geometry& geometry, graph::Image depth);

}  // namespace undine::deferred
#endif
#endif

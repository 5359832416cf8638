// Procedural meshes of floating leaves, petals and pads of water lilies.
#pragma once
#include "passes/models/shapes.h"

namespace undine::agents {

// `shape`: a leaf_shape_* constant of leaves_params.h. Length 1 along x about the origin, y up, seen from both sides.
// uv: place along, 0 to 1; place across, -1 to 1 of the outline; of pads the angle and the place from middle to rim.
solids::TriangleMesh make_leaf_mesh(int shape);

}  // namespace undine::agents

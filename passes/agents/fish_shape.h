// Procedural mesh of a fish: a lofted body and two-sided fins, for shaders that animate it.
#pragma once
#include "passes/models/shapes.h"

namespace undine::agents {

// Length 1 along x, the nose at x = 0.5, y up. uv of the body: place from nose (0) to tail's tip (1), and 0. uv of
// fins: place from their root (0) to their edge (1), and 1 plus the place across, from 0 to 0.9; of the paired fins 3
// plus it.
solids::TriangleMesh make_fish_mesh();

}  // namespace undine::agents

// Statistics of bodies, for --stats and tests.
#pragma once
#include "engine/scene/bodies.h"
#include "passes/bodies/bodies_params.h"

namespace undine::bodies {

struct BodyAround {      // a body's surroundings
  double gravity, step;  // m/s²; s, of the last clock step
  double level;          // world y of its water at rest
  glm::dvec3 anchor;     // of the state
};
// Adds a body to the figures. `floats`: as the waves met it, if it is in waves that it moves.
void add_figures(BodyStats& out, const BodyState& state, const BodyKind& kind, const BodyFloatFigures& floats,
                 const BodyAround& around);

}  // namespace undine::bodies

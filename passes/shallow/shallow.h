// What the program takes of this solver.
#pragma once
#include "engine/scene/solver.h"

namespace undine::shallow {

SolverType shallow_solver();

}  // namespace undine::shallow

// Solver "sea": a spectral sea, registered with the program.
#pragma once
#include "engine/scene/solver.h"

namespace undine::sea {

SolverType sea_solver();

}  // namespace undine::sea

// Registration of the solver and its benchmarks.
#pragma once
#include "engine/scene/bench.h"
#include "engine/scene/solver.h"

namespace undine::shallow {

SolverType shallow_solver();
std::vector<BenchCase> shallow_bench();

}  // namespace undine::shallow

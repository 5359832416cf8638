// Registration of the solver and its benchmarks.
#pragma once
#include <vector>

#include "engine/scene/bench.h"
#include "engine/scene/solver.h"

namespace undine::fluid {

SolverType fluid_solver();
std::vector<BenchCase> fluid_bench();  // sizes that `undine bench` times beside the native twin

}  // namespace undine::fluid

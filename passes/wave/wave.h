// Registration of the solver and its benchmarks.
#pragma once
#include <vector>

#include "engine/scene/bench.h"
#include "engine/scene/solver.h"

namespace undine::wave {

SolverType wave_solver();
std::vector<BenchCase> wave_bench();  // sizes that `undine bench` times beside the native twin

}  // namespace undine::wave

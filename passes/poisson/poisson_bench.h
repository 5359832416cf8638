#pragma once
#include <vector>

#include "engine/scene/bench.h"

namespace undine::poisson {

std::vector<BenchCase> poisson_bench();

}  // namespace undine::poisson

#pragma once
#include <vector>

#include "engine/scene/bench.h"

namespace undine {

std::vector<BenchCase> poisson_bench();

}  // namespace undine

#pragma once
#include <vector>

#include "engine/scene/bench.h"

namespace undine {

std::vector<BenchCase> meshing_bench();

}  // namespace undine

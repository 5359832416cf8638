#pragma once
#include <vector>

#include "engine/scene/bench.h"

namespace undine::meshing {

std::vector<BenchCase> meshing_bench();

}  // namespace undine::meshing

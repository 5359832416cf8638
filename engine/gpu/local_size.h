// Workgroup size of a compute shader under the specialization constants of a node.
#pragma once
#include <cstdint>
#include <span>

#include "engine/graph/graph.h"
#include "engine/shader/library.h"

namespace undine::gpu {

graph::Extent local_size(const shader::Module& module, std::span<const graph::Constant> constants);

}  // namespace undine::gpu

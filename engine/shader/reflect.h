// Reflects the resources that a SPIR-V module needs from the graph.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/graph/interface.h"

namespace undine::shader {

// Rejects modules that the graph cannot bind: sets other than 0, two names on one binding, blocks without an instance
// name, arrays of resources, separate samplers, image buffers. Error(Exit::failure) names shader and binding.
graph::ShaderInterface reflect(std::string_view name, const std::vector<std::uint32_t>& spirv);

}  // namespace undine::shader

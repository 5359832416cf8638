// Texel buffers read as storage buffers, for buffers of more texels than the device's views of texels can have
// (maxTexelBufferElements; 65,536 is all that Vulkan promises).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/shader/library.h"

namespace undine::shader {

struct LongTexels {
  std::uint32_t slot = 0;                           // of a samplerBuffer or usamplerBuffer
  graph::Format format = graph::Format::undefined;  // of the buffer that is bound: floats or integers of 32 bits
};

bool can_be_storage(graph::Format format);

// The module's code with these slots declared as readonly storage buffers: texelFetch() gives the same values within
// the buffer. Slots that the module does not have are passed over. Throws Error(Exit::failure) where a shader does
// anything else with them (textureSize()).
std::vector<std::uint32_t> texels_as_storage(const Module& module, std::span<const LongTexels> slots);

}  // namespace undine::shader

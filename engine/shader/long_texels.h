// Texel buffers as storage buffers, for buffers longer than the device's limit for texel views (maxTexelBufferElements;
// Vulkan guarantees only 65,536).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "engine/shader/library.h"

namespace undine::shader {

struct LongTexels {
  std::uint32_t slot = 0;                           // slot of a samplerBuffer or usamplerBuffer
  graph::Format format = graph::Format::undefined;  // format of the bound buffer: 32-bit floats or integers
};

bool can_be_storage(graph::Format format);

// Returns the module's code with these slots as readonly storage buffers: texelFetch() gives the same values within the
// buffer. Ignores slots that the module lacks. Throws Error(Exit::failure) if a shader uses them in other ways
// (textureSize()).
std::vector<std::uint32_t> texels_as_storage(const Module& module, std::span<const LongTexels> slots);

}  // namespace undine::shader

// File of the pipeline cache: a magic word, a hash of the rest, the driver's blob. Independent of a device.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/gpu/volk.h"

namespace undine::gpu {

std::uint64_t blob_hash(std::span<const std::byte> blob);
// The blob in `file`; empty: damaged, or from another device or driver.
std::span<const std::byte> driver_blob(std::span<const std::byte> file, const VkPhysicalDeviceProperties& properties);
std::vector<std::byte> pipeline_file(std::span<const std::byte> blob);

}  // namespace undine::gpu

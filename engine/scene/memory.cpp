#include "engine/scene/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/system.h"

namespace undine {
namespace {

std::uint64_t device_buffer = 0, device_heap = 0;
std::uint32_t device_groups = 0;

}  // namespace

void know_device(std::uint64_t largest_buffer, std::uint64_t heap, std::uint32_t groups) {
  device_buffer = largest_buffer;
  device_heap = heap;
  device_groups = groups;
}

MemoryLimits memory_limits() { return {system::free_memory(), device_buffer, device_heap, device_groups}; }

void check_memory(const std::string& where, std::uint64_t elements, const ElementBytes& each, const std::string& what) {
  // Small resources are not checked here: the device's own check names the buffer.
  if (elements * std::max(each.host, each.device) < (std::uint64_t{256} << 20)) return;
  const MemoryLimits limits = memory_limits();
  std::uint64_t allowed = limits.host / std::max<std::uint64_t>(each.host, 1);
  std::string limit = fmt::format("{} MiB of free memory", limits.host >> 20);
  const auto lower = [&](std::uint64_t bytes, std::uint64_t per_element, const char* of) {
    if (bytes == 0 || per_element == 0 || bytes / per_element >= allowed) return;
    allowed = bytes / per_element;
    limit = fmt::format("{} MiB in {}", bytes >> 20, of);
  };
  lower(limits.buffer, each.buffer, "one buffer of the device");
  lower(limits.device, each.device, "the device's memory");
  if (elements > allowed)
    throw Error(Exit::bad_input, where, fmt::format("{} {} need more memory than there is ({})", elements, what, limit),
                fmt::format("allowed here: at most {} {}", allowed, what));
}

}  // namespace undine

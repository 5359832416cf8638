#include "engine/scene/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>

#include "engine/core/error.h"

namespace undine {
namespace {

constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

std::uint64_t device_buffer = 0, device_heap = 0;
std::uint32_t device_groups = 0;

// The number after `key` in a file of the system; `none` where there is none.
std::uint64_t number_in(const char* file, const std::string& key, std::uint64_t none) {
  std::ifstream in(file);
  std::string word;
  std::uint64_t value = 0;
  if (key.empty()) return in >> value ? value : none;
  while (in >> word)
    if (word == key) return in >> value ? value : none;
  return none;
}

std::uint64_t left(std::uint64_t limit, std::uint64_t used) {
  return limit == endless ? endless : limit - std::min(limit, used);
}

std::uint64_t host_left() {
  constexpr const char* v2 = "/sys/fs/cgroup/memory.max";
  constexpr const char* v1 = "/sys/fs/cgroup/memory/memory.limit_in_bytes";
  const std::uint64_t free = number_in("/proc/meminfo", "MemAvailable:", endless / 1024) * 1024;
  std::uint64_t most =
      std::min(free, left(number_in(v2, "", endless), number_in("/sys/fs/cgroup/memory.current", "", 0)));
  most =
      std::min(most, left(number_in(v1, "", endless), number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes", "", 0)));
  rlimit address{};
  if (getrlimit(RLIMIT_AS, &address) == 0 && address.rlim_cur != RLIM_INFINITY)
    most = std::min(most, left(address.rlim_cur, 1024 * number_in("/proc/self/status", "VmSize:", 0)));
  return most;
}

}  // namespace

void know_device(std::uint64_t largest_buffer, std::uint64_t heap, std::uint32_t groups) {
  device_buffer = largest_buffer;
  device_heap = heap;
  device_groups = groups;
}

MemoryLimits memory_limits() { return {host_left(), device_buffer, device_heap, device_groups}; }

void check_memory(const std::string& where, std::uint64_t elements, const ElementBytes& each, const std::string& what) {
  // Small ones cost nothing to make, and the device's own check of what was made names the buffer.
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

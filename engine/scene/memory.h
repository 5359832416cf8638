// Rejects scenes that exceed the available memory before anything is allocated.
#pragma once
#include <cstdint>
#include <string>

namespace undine {

struct MemoryLimits {
  std::uint64_t host = 0;    // bytes that this process may still take
  std::uint64_t buffer = 0;  // largest buffer of the device; 0: there is no device
  std::uint64_t device = 0;  // its largest heap
  std::uint32_t groups = 0;  // workgroups that its dispatches may have along an axis
};
// Host memory as it is now; what know_device() was told of the device.
MemoryLimits memory_limits();
void know_device(std::uint64_t largest_buffer, std::uint64_t heap, std::uint32_t groups);

// Least bytes per grid cell or particle: in the largest buffer with one value per element, in all of the device's, and
// in those of the host while the solver is created.
struct ElementBytes {
  std::uint64_t buffer = 0, device = 0, host = 0;
};
// Error(Exit::bad_input) that says how many elements are allowed. `what`: "columns".
void check_memory(const std::string& where, std::uint64_t elements, const ElementBytes& each, const std::string& what);

}  // namespace undine

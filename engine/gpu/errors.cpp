#include "engine/gpu/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>

#include "engine/core/device_lost.h"

namespace undine::gpu {
namespace {

// Kinds of calls, recognized by words in function names.
struct Kind {
  std::string_view name;
  std::array<std::string_view, 4> words;
};
constexpr std::array<Kind, 6> kinds{{{"allocation", {"vmaCreateBuffer", "vmaCreateImage", "vmaAllocateMemory"}},
                                     {"pipeline", {"Pipelines"}},
                                     {"submit", {"vkQueueSubmit2"}},
                                     {"wait", {"vkWait"}},
                                     {"acquire", {"vkAcquireNextImage"}},
                                     {"present", {"vkQueuePresent"}}}};

struct Named {
  std::string_view name;
  VkResult result;
};
constexpr std::array<Named, 7> results{{{"lost", VK_ERROR_DEVICE_LOST},
                                        {"memory", VK_ERROR_OUT_OF_DEVICE_MEMORY},
                                        {"host_memory", VK_ERROR_OUT_OF_HOST_MEMORY},
                                        {"surface", VK_ERROR_SURFACE_LOST_KHR},
                                        {"outdated", VK_ERROR_OUT_OF_DATE_KHR},
                                        {"suboptimal", VK_SUBOPTIMAL_KHR},
                                        {"timeout", VK_TIMEOUT}}};

struct Faults {
  std::array<std::atomic<std::uint64_t>, kinds.size() + 1> counts{};  // per kind; the last: all calls
  std::size_t of = kinds.size();
  std::uint64_t at = 0;
  VkResult as = VK_ERROR_DEVICE_LOST;
  std::atomic<bool> lost{false};
};
Faults faults;

struct LostReport {
  void* owner = nullptr;
  std::string (*report)(void*) = nullptr;
};
LostReport lost_report;

// "vk.vkQueueSubmit2(d.queue, ...)" -> "vkQueueSubmit2"
std::string_view function_name(std::string_view call) {
  call = call.substr(0, call.find('('));
  std::size_t dot = call.find_last_of(".>:");
  return dot == std::string_view::npos ? call : call.substr(dot + 1);
}

}  // namespace

const char* result_text(VkResult result) {
  switch (result) {
    case VK_SUCCESS:
      return "VK_SUCCESS";
    case VK_NOT_READY:
      return "VK_NOT_READY";
    case VK_TIMEOUT:
      return "VK_TIMEOUT";
    case VK_INCOMPLETE:
      return "VK_INCOMPLETE";
    case VK_SUBOPTIMAL_KHR:
      return "VK_SUBOPTIMAL_KHR";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_MEMORY_MAP_FAILED:
      return "VK_ERROR_MEMORY_MAP_FAILED";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return "VK_ERROR_FEATURE_NOT_PRESENT";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "VK_ERROR_TOO_MANY_OBJECTS";
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
      return "VK_ERROR_FORMAT_NOT_SUPPORTED";
    case VK_ERROR_SURFACE_LOST_KHR:
      return "VK_ERROR_SURFACE_LOST_KHR";
    case VK_ERROR_NATIVE_WINDOW_IN_USE_KHR:
      return "VK_ERROR_NATIVE_WINDOW_IN_USE_KHR";
    case VK_ERROR_OUT_OF_DATE_KHR:
      return "VK_ERROR_OUT_OF_DATE_KHR";
    default:
      return "an unnamed VkResult";
  }
}

void arm_faults() {
  const char* at = std::getenv("UNDINE_FAIL_CALL");
  const char* as = std::getenv("UNDINE_FAIL_AS");
  const char* of = std::getenv("UNDINE_FAIL_OF");
  faults.at = at ? std::strtoull(at, nullptr, 10) : 0;
  const auto result = std::ranges::find(results, std::string_view(as ? as : "lost"), &Named::name);
  faults.as = result == results.end() ? VK_ERROR_DEVICE_LOST : result->result;
  faults.of =
      static_cast<std::size_t>(std::ranges::find(kinds, std::string_view(of ? of : ""), &Kind::name) - kinds.begin());
  faults.lost = false;
  for (auto& count : faults.counts) count = 0;
}

std::uint64_t checked_calls() { return faults.counts.back(); }

std::string checked_calls_text() {
  std::string text = fmt::format("{} calls", faults.counts.back().load());
  for (std::size_t i = 0; i < kinds.size(); ++i) text += fmt::format(", {} {}", kinds[i].name, faults.counts[i].load());
  return text;
}

VkResult next_fault(std::string_view call) {
  const std::string_view function = function_name(call);
  const auto of_kind = [&](const Kind& kind) {
    return std::ranges::any_of(kind.words,
                               [&](auto word) { return !word.empty() && function.find(word) != function.npos; });
  };
  const auto kind = static_cast<std::size_t>(std::ranges::find_if(kinds, of_kind) - kinds.begin());
  const std::uint64_t all = faults.counts.back().fetch_add(1, std::memory_order_relaxed) + 1;
  std::uint64_t now = all;
  if (kind < kinds.size()) now = faults.counts[kind].fetch_add(1, std::memory_order_relaxed) + 1;
  if (faults.lost) return VK_ERROR_DEVICE_LOST;
  if (faults.of == kinds.size()) now = all;
  if (faults.at == 0 || (faults.of != kinds.size() && faults.of != kind) || now != faults.at) return VK_SUCCESS;
  faults.lost = faults.as == VK_ERROR_DEVICE_LOST;
  return faults.as;
}

void set_lost_report(void* owner, std::string (*report)(void*)) { lost_report = {owner, report}; }
void clear_lost_report(void* owner) {
  if (lost_report.owner == owner) lost_report = {};
}

std::string reached() {
  return lost_report.report ? lost_report.report(lost_report.owner) : "no frame had been submitted";
}

void fail(VkResult result, const char* call, std::string_view subject, std::uint64_t bytes) {
  std::string where = subject.empty() ? std::string("Vulkan") : std::string(subject);
  std::string_view function = function_name(call);
  if (result == VK_ERROR_DEVICE_LOST) {
    throw DeviceLost(
        Exit::failure, std::move(where), fmt::format("the device was lost in {}; {}", function, reached()),
        "the driver reset the GPU: a kernel ran too long or touched memory out of bounds; try --validation");
  }
  if (result == VK_ERROR_OUT_OF_DEVICE_MEMORY || result == VK_ERROR_OUT_OF_HOST_MEMORY) {
    std::string_view kind = result == VK_ERROR_OUT_OF_HOST_MEMORY ? "host" : "device";
    std::string asked = bytes ? fmt::format(", which asked for {} bytes", bytes) : std::string();
    throw Error(Exit::failure, std::move(where), fmt::format("out of {} memory in {}{}", kind, function, asked),
                "use fewer cells, a smaller picture, or close other programs that use the GPU");
  }
  throw Error(Exit::failure, std::move(where),
              fmt::format("{} returned {} ({})", function, result_text(result), static_cast<int>(result)));
}

}  // namespace undine::gpu

#include "engine/gpu/validation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/core/error.h"
#include "engine/core/log.h"

namespace undine::gpu {
namespace {

std::string_view asked_for() {
  const char* text = std::getenv("UNDINE_VALIDATION");
  return text ? text : "";
}

// Best practices that do not apply here.
constexpr std::array<std::string_view, 5> known_practices{
    // Requirements come from vkGetDeviceBufferMemoryRequirements() and similar calls, before an object exists.
    "UNASSIGNED-BestPractices-vkBindBufferMemory-requirements-not-retrieved",
    "UNASSIGNED-BestPractices-vkBindImageMemory-requirements-not-retrieved",
    // The layer's access table has VK_ACCESS_2_SHADER_READ_BIT, but not its subset for sampling.
    "UNASSIGNED-BestPractices-ImageBarrierAccessLayout",
    // One barrier at the start of a frame orders it after the previous one; timestamps wait for all work.
    "UNASSIGNED-BestPractices-pipeline-stage-flags",
    // Names and labels, for this layer and for RenderDoc.
    "UNASSIGNED-BestPractices-vkCreateInstance-specialuse-extension-debugging"};

// With GPU checks, the layer waits for its own thread to see an advanced timeline, and reports its own timeout as the
// likely cause; results are correct.
constexpr std::array<std::string_view, 1> known_on_gpu{"UNASSIGNED-VkSemaphore-state-timeout"};

bool known(const char* id) {
  const auto among = [id](const auto& all) { return std::ranges::find(all, id) != all.end(); };
  return id &&
         ((asked_for() == "best_practices" && among(known_practices)) || (asked_for() == "gpu" && among(known_on_gpu)));
}

// "Validation Information: [ UNASSIGNED-DEBUG-PRINTF ] Object 0: ... | MessageID = 0x92394c89 | text"
void log_shader_message(std::string_view text) {
  constexpr std::string_view separator = " | ";
  const std::size_t id = text.find("MessageID = ");
  const std::size_t end = id == text.npos ? id : text.find(separator, id);
  if (end != text.npos) text.remove_prefix(end + separator.size());
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  log::info("shader: {}", text);
}

}  // namespace

VKAPI_ATTR VkBool32 VKAPI_CALL on_validation_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                     VkDebugUtilsMessageTypeFlagsEXT,
                                                     const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  if (data->pMessageIdName && std::strstr(data->pMessageIdName, "DEBUG-PRINTF")) {
    if (data->pMessage) log_shader_message(data->pMessage);
    return VK_FALSE;
  }
  if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_INFO_BIT_EXT) return VK_FALSE;
  if (known(data->pMessageIdName)) return VK_FALSE;
  ++*static_cast<std::atomic<std::uint64_t>*>(user);
  constexpr std::uint32_t shown = 5;  // messages per kind
  static std::mutex guard;
  static std::map<std::int32_t, std::uint32_t> kinds;
  const std::lock_guard hold(guard);
  const std::uint32_t n = ++kinds[data->messageIdNumber];
  if (n > shown) return VK_FALSE;
  const std::string_view text = data->pMessage ? data->pMessage : "(no text)";
  if (severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT)
    log::error("validation: {}", text);
  else
    log::warning("validation: {}", text);
  if (n == shown) log::warning("validation: further messages of this kind are counted, not shown");
  return VK_FALSE;
}

bool layer_changes_shaders(const DeviceOptions& options) {
  return options.shader_messages || (options.validation && asked_for() == "gpu");
}

std::vector<VkValidationFeatureEnableEXT> validation_checks() {
  const std::string_view asked = asked_for();
  if (asked == "gpu")
    return {VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_EXT,
            VK_VALIDATION_FEATURE_ENABLE_GPU_ASSISTED_RESERVE_BINDING_SLOT_EXT};
  if (asked == "best_practices") return {VK_VALIDATION_FEATURE_ENABLE_BEST_PRACTICES_EXT};
  if (!asked.empty())
    throw Error(Exit::bad_input, "UNDINE_VALIDATION=" + std::string(asked), "there are no such checks",
                "gpu, best_practices, or nothing: synchronization");
  return {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
}

}  // namespace undine::gpu

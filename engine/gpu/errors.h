// Converts VkResult to undine::Error. Every call that can fail goes through check() or attempt(), which also inject
// faults for tests. With UNDINE_FAIL_CALL=N in the environment at construction of a Device, the N-th call is skipped
// and "returns" UNDINE_FAIL_AS. UNDINE_FAIL_AS=lost affects it and all later calls; =memory, =host_memory, =surface,
// =outdated, =suboptimal or =timeout affect it alone. UNDINE_FAIL_OF=allocation, pipeline, submit, wait, acquire or
// present counts only calls of that kind.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/gpu/volk.h"

namespace undine::gpu {

const char* result_text(VkResult result);
void arm_faults();              // reads the environment and restarts the count
std::uint64_t checked_calls();  // since the last arm_faults()
// "124 calls, allocation 9, pipeline 61, ...": since the last arm_faults().
std::string checked_calls_text();
// call: its text or name. VK_SUCCESS: no fault, so make the call.
VkResult next_fault(std::string_view call);

// Report of the GPU's progress for the message of a lost device. One owner at a time; null: not set.
void set_lost_report(void* owner, std::string (*report)(void* owner));
void clear_lost_report(void* owner);
std::string reached();  // the report, or that no frame had been submitted

// subject: resource, pass or file; bytes: requested size (0: not applicable).
[[noreturn]] void fail(VkResult result, const char* call, std::string_view subject = {}, std::uint64_t bytes = 0);

template <class F>
VkResult attempt(std::string_view name, F&& call) {
  const VkResult forced = next_fault(name);
  if (forced < VK_SUCCESS || forced == VK_TIMEOUT) return forced;
  const VkResult result = call();
  return result == VK_SUCCESS ? forced : result;
}

template <class F>
void check(const char* name, F&& call, std::string_view subject = {}, std::uint64_t bytes = 0) {
  VkResult result = attempt(name, call);
  if (result != VK_SUCCESS) [[unlikely]]
    fail(result, name, subject, bytes);
}

}  // namespace undine::gpu

// Uses the call's own text as its name: UNDINE_CHECK(vk.vkEndCommandBuffer(cmd), "frame").
#define UNDINE_CHECK(call, ...) \
  ::undine::gpu::check(#call, [&]() -> VkResult { return call; } __VA_OPT__(, ) __VA_ARGS__)

// VkResult to undine::Error. Every call that can fail goes through check() or attempt(), which also inject faults for
// tests: with UNDINE_FAIL_CALL=N in the environment when a Device is made, the N-th call from then on is not made and
// "returns" UNDINE_FAIL_AS=lost (it and all later calls), or =memory, =surface or =outdated (it alone).
#pragma once
#include <volk.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace undine::gpu {

const char* result_text(VkResult result);
void arm_faults();              // reads the environment, restarts the count
std::uint64_t checked_calls();  // since the last arm_faults()
VkResult next_fault();          // VK_SUCCESS: make the call

// A report on where the GPU got to, put into the message of a lost device. One owner at a time; null: none.
void set_lost_report(void* owner, std::string (*report)(void* owner));
void clear_lost_report(void* owner);
std::string reached();  // what it says, or that no frame had been submitted

// subject: the resource, pass or file concerned; bytes: what it asked for (0: does not matter).
[[noreturn]] void fail(VkResult result, const char* call, std::string_view subject = {}, std::uint64_t bytes = 0);

template <class F>
VkResult attempt(F&& call) {
  VkResult forced = next_fault();
  return forced == VK_SUCCESS ? call() : forced;
}

template <class F>
void check(const char* name, F&& call, std::string_view subject = {}, std::uint64_t bytes = 0) {
  VkResult result = attempt(call);
  if (result != VK_SUCCESS) [[unlikely]]
    fail(result, name, subject, bytes);
}

}  // namespace undine::gpu

// The call's own text becomes its name: UNDINE_CHECK(vk.vkEndCommandBuffer(cmd), "frame").
#define UNDINE_CHECK(call, ...) \
  ::undine::gpu::check(#call, [&]() -> VkResult { return call; } __VA_OPT__(, ) __VA_ARGS__)

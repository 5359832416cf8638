// RenderDoc's in-application interface according to its documentation: RENDERDOC_GetAPI(version, &table) fills a
// function table in fixed order. Version 1.1.2 and all later 1.x have these entries.
#pragma once
#include <cstdint>

namespace undine::renderdoc {

constexpr int version_1_1_2 = 10102;
using GetApi = int (*)(int version, void** table);  // 1: success
using Unused = void (*)();

struct Api {
  void (*version)(int* major, int* minor, int* patch);
  Unused set_option_u32, set_option_f32, get_option_u32, get_option_f32;
  Unused set_focus_keys;
  void (*set_capture_keys)(const int* keys, int count);
  Unused get_overlay_bits, mask_overlay_bits, remove_hooks, unload_crash_handler;
  Unused set_capture_path, get_capture_path;
  std::uint32_t (*captures)();
  // Path with terminating zero; length includes it.
  std::uint32_t (*capture)(std::uint32_t index, char* path, std::uint32_t* length, std::uint64_t* timestamp);
  Unused trigger_capture, is_remote_connected, launch_replay_ui, set_active_window;
  void (*start_frame)(void* device, void* window);  // null: the only one
  std::uint32_t (*is_capturing)();
  std::uint32_t (*end_frame)(void* device, void* window);  // 1: a capture was written
  Unused trigger_multi_frame;
};

}  // namespace undine::renderdoc

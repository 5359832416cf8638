// Pipeline stages, access flags and image layouts of a plan, as in Vulkan's synchronization2, without Vulkan headers.
#pragma once  // public
#include <cstdint>
#include <string>
#include <string_view>

namespace undine::graph {

enum class Verb : std::uint8_t { read, write, modify, accumulate };

enum Stage : std::uint32_t {
  stage_none = 0,
  stage_indirect = 1u << 0,
  stage_index = 1u << 1,
  stage_vertex = 1u << 2,
  stage_fragment = 1u << 3,
  stage_depth = 1u << 4,  // early and late fragment tests
  stage_color = 1u << 5,  // color attachment output
  stage_compute = 1u << 6,
  stage_transfer = 1u << 7,
  stage_host = 1u << 8,
  stage_all = 1u << 9,
};

enum AccessFlag : std::uint32_t {
  access_none = 0,
  access_indirect_read = 1u << 0,
  access_index_read = 1u << 1,
  access_uniform_read = 1u << 2,
  access_sampled_read = 1u << 3,  // sampled images and texel buffers
  access_storage_read = 1u << 4,
  access_storage_write = 1u << 5,
  access_color_read = 1u << 6,
  access_color_write = 1u << 7,
  access_depth_read = 1u << 8,
  access_depth_write = 1u << 9,
  access_transfer_read = 1u << 10,
  access_transfer_write = 1u << 11,
  access_host_read = 1u << 12,
};
constexpr std::uint32_t access_writes =
    access_storage_write | access_color_write | access_depth_write | access_transfer_write;

enum class Layout : std::uint8_t {
  undefined,
  general,
  sampled,
  color,
  depth,
  depth_read,
  transfer_source,
  transfer_target,
  present
};

// Accesses to a resource that are not yet available or visible: the state that a barrier starts from.
struct AccessState {
  std::uint32_t write_stages = 0;  // stages of the last write (0: none pending)
  std::uint32_t write_access = 0;
  std::uint32_t read_stages = 0;     // stages that have read since the last write
  std::uint32_t visible_stages = 0;  // stages and accesses to which the last write is already visible
  std::uint32_t visible_access = 0;
  Layout layout = Layout::undefined;
  bool accumulating = false;  // the last write was an accumulate; peers need no barrier
  bool operator==(const AccessState&) const = default;
};

std::string stage_text(std::uint32_t stages);   // "compute|fragment"
std::string access_text(std::uint32_t access);  // "storage_read"
std::string_view layout_text(Layout layout);
std::string_view verb_text(Verb verb);

}  // namespace undine::graph

// Allocates buffers and images by description; destruction waits for the frames that use them.
#pragma once
#include <deque>
#include <string_view>

#include "engine/gpu/vulkan_types.h"
#include "engine/graph/graph.h"

namespace undine::gpu {

// One GPU object of the graph, or a staging buffer. Plain data: Memory creates and destroys it.
struct Object {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkBufferView texels = VK_NULL_HANDLE;  // created when a shader first reads the buffer as texels
  VkImage image = VK_NULL_HANDLE;
  VkImageView view = VK_NULL_HANDLE;
  VmaAllocation allocation = VK_NULL_HANDLE;  // null: placed in a heap with another owner
  std::byte* mapped = nullptr;
  std::uint64_t bytes = 0;                          // buffers: described size; images: packed size
  graph::Format format = graph::Format::undefined;  // format of an image or of a buffer's texels
  graph::ImageDesc texture;
  VkImageLayout presented = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;  // layout of an external image at the end of the frame
  explicit operator bool() const { return buffer || image || allocation; }
};

class Memory {
 public:
  explicit Memory(DeviceImpl& device) : d_(device) {}
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Errors name the resource and its size. The caller checks the limits (limits.h).
  Object buffer(std::string_view name, const graph::BufferDesc& desc);
  Object image(std::string_view name, const graph::ImageDesc& desc);
  enum class Host { write, read };
  Object staging(std::string_view name, std::uint64_t bytes, Host host);
  Object heap(std::uint64_t bytes, std::uint32_t type_bits);  // memory only, for transients
  Object placed_buffer(std::string_view name, const graph::BufferDesc& desc, const Object& heap, std::uint64_t offset);
  Object placed_image(std::string_view name, const graph::ImageDesc& desc, const Object& heap, std::uint64_t offset);
  VkMemoryRequirements need(const graph::BufferDesc& desc);
  VkMemoryRequirements need(const graph::ImageDesc& desc);
  VkBufferView texel_view(Object& buffer, std::string_view name);

  void retire(Object& object, std::uint64_t last_frame);  // leaves `object` empty
  void retire(VkPipeline pipeline, std::uint64_t last_frame);
  void collect(std::uint64_t finished_frame);  // destroys objects that unfinished frames do not use
  void destroy(Object& object);

 private:
  struct Retired {
    std::uint64_t frame;
    Object object;
    VkPipeline pipeline;
  };
  void finish_image(Object& object, std::string_view name, const graph::ImageDesc& desc);
  DeviceImpl& d_;
  std::deque<Retired> retired_;
};

}  // namespace undine::gpu

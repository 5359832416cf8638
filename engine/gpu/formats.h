// Converts the graph's enumerations to Vulkan's.
#pragma once
#include "engine/gpu/vulkan_types.h"
#include "engine/graph/access.h"
#include "engine/graph/graph.h"

namespace undine::gpu {

VkFormat vk_format(graph::Format format);
bool is_integer(graph::Format format);
VkImageLayout vk_layout(graph::Layout layout);
VkPipelineStageFlags2 vk_stages(std::uint32_t stages);
VkAccessFlags2 vk_access(std::uint32_t access);
VkCompareOp vk_compare(graph::Compare compare);
VkImageAspectFlags aspect_of(graph::Format format);
VkClearValue clear_value(graph::Format format, const std::array<float, 4>& value);

}  // namespace undine::gpu

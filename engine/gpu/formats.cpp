#include "engine/gpu/formats.h"

#include <algorithm>

namespace undine::gpu {

using graph::Format;

VkFormat vk_format(Format format) {
  switch (format) {
    case Format::undefined:
      return VK_FORMAT_UNDEFINED;
    case Format::r8_unorm:
      return VK_FORMAT_R8_UNORM;
    case Format::rg8_unorm:
      return VK_FORMAT_R8G8_UNORM;
    case Format::rgba8_unorm:
      return VK_FORMAT_R8G8B8A8_UNORM;
    case Format::rgba8_srgb:
      return VK_FORMAT_R8G8B8A8_SRGB;
    case Format::bgra8_unorm:
      return VK_FORMAT_B8G8R8A8_UNORM;
    case Format::bgra8_srgb:
      return VK_FORMAT_B8G8R8A8_SRGB;
    case Format::r16_float:
      return VK_FORMAT_R16_SFLOAT;
    case Format::rg16_float:
      return VK_FORMAT_R16G16_SFLOAT;
    case Format::rgba16_float:
      return VK_FORMAT_R16G16B16A16_SFLOAT;
    case Format::r32_float:
      return VK_FORMAT_R32_SFLOAT;
    case Format::rg32_float:
      return VK_FORMAT_R32G32_SFLOAT;
    case Format::rgba32_float:
      return VK_FORMAT_R32G32B32A32_SFLOAT;
    case Format::r32_uint:
      return VK_FORMAT_R32_UINT;
    case Format::rg32_uint:
      return VK_FORMAT_R32G32_UINT;
    case Format::rgba32_uint:
      return VK_FORMAT_R32G32B32A32_UINT;
    case Format::d32_float:
      return VK_FORMAT_D32_SFLOAT;
  }
  return VK_FORMAT_UNDEFINED;
}

bool is_integer(Format format) {
  return format == Format::r32_uint || format == Format::rg32_uint || format == Format::rgba32_uint;
}

VkImageLayout vk_layout(graph::Layout layout) {
  switch (layout) {
    case graph::Layout::undefined:
      return VK_IMAGE_LAYOUT_UNDEFINED;
    case graph::Layout::general:
      return VK_IMAGE_LAYOUT_GENERAL;
    case graph::Layout::sampled:
      return VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    case graph::Layout::color:
      return VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    case graph::Layout::depth:
      return VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    case graph::Layout::depth_read:
      return VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    case graph::Layout::transfer_source:
      return VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    case graph::Layout::transfer_target:
      return VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    case graph::Layout::present:
      return VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
  }
  return VK_IMAGE_LAYOUT_UNDEFINED;
}

VkPipelineStageFlags2 vk_stages(std::uint32_t stages) {
  struct Row {
    std::uint32_t bit;
    VkPipelineStageFlags2 flags;
  };
  static constexpr Row rows[] = {
      {graph::stage_indirect, VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT},
      {graph::stage_index, VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT},
      {graph::stage_vertex, VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT},
      {graph::stage_fragment, VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT},
      {graph::stage_depth, VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT},
      {graph::stage_color, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT},
      {graph::stage_compute, VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT},
      {graph::stage_transfer, VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT},
      {graph::stage_host, VK_PIPELINE_STAGE_2_HOST_BIT},
      {graph::stage_all, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT},
  };
  VkPipelineStageFlags2 flags = 0;
  for (const Row& row : rows)
    if (stages & row.bit) flags |= row.flags;
  return flags;
}

VkAccessFlags2 vk_access(std::uint32_t access) {
  struct Row {
    std::uint32_t bit;
    VkAccessFlags2 flags;
  };
  static constexpr Row rows[] = {
      {graph::access_indirect_read, VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT},
      {graph::access_index_read, VK_ACCESS_2_INDEX_READ_BIT},
      {graph::access_uniform_read, VK_ACCESS_2_UNIFORM_READ_BIT},
      {graph::access_sampled_read, VK_ACCESS_2_SHADER_SAMPLED_READ_BIT},
      {graph::access_storage_read, VK_ACCESS_2_SHADER_STORAGE_READ_BIT},
      {graph::access_storage_write, VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT},
      {graph::access_color_read, VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT},
      {graph::access_color_write, VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT},
      {graph::access_depth_read, VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT},
      {graph::access_depth_write, VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT},
      {graph::access_transfer_read, VK_ACCESS_2_TRANSFER_READ_BIT},
      {graph::access_transfer_write, VK_ACCESS_2_TRANSFER_WRITE_BIT},
      {graph::access_host_read, VK_ACCESS_2_HOST_READ_BIT},
  };
  VkAccessFlags2 flags = 0;
  for (const Row& row : rows)
    if (access & row.bit) flags |= row.flags;
  return flags;
}

VkCompareOp vk_compare(graph::Compare compare) {
  switch (compare) {
    case graph::Compare::always:
      return VK_COMPARE_OP_ALWAYS;
    case graph::Compare::less:
      return VK_COMPARE_OP_LESS;
    case graph::Compare::less_equal:
      return VK_COMPARE_OP_LESS_OR_EQUAL;
    case graph::Compare::greater:
      return VK_COMPARE_OP_GREATER;
    case graph::Compare::greater_equal:
      return VK_COMPARE_OP_GREATER_OR_EQUAL;
  }
  return VK_COMPARE_OP_ALWAYS;
}

VkImageAspectFlags aspect_of(Format format) {
  return graph::is_depth(format) ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

VkClearValue clear_value(Format format, const std::array<float, 4>& value) {
  VkClearValue clear{};
  if (graph::is_depth(format)) {
    clear.depthStencil.depth = value[0];
  } else if (is_integer(format)) {
    for (std::size_t i = 0; i < 4; ++i) clear.color.uint32[i] = static_cast<std::uint32_t>(std::max(0.0f, value[i]));
  } else {
    for (std::size_t i = 0; i < 4; ++i) clear.color.float32[i] = value[i];
  }
  return clear;
}

}  // namespace undine::gpu

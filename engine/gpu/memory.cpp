#include "engine/gpu/memory.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/gpu/errors.h"
#include "engine/gpu/formats.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {
namespace {

// Resources are shared between two queue families. Ownership transfers would need a barrier on both sides of every
// change.
void share(const DeviceImpl& d, auto& info) {
  if (d.shared.empty()) return;
  info.sharingMode = VK_SHARING_MODE_CONCURRENT;
  info.queueFamilyIndexCount = static_cast<std::uint32_t>(d.shared.size());
  info.pQueueFamilyIndices = d.shared.data();
}

VkBufferCreateInfo buffer_info(const DeviceImpl& d, const graph::BufferDesc& desc) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  // Rounded up so that a fill, which writes words, covers every byte.
  info.size = (desc.bytes + 15) / 16 * 16;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
               VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  share(d, info);
  return info;
}

VkImageCreateInfo image_info(const DeviceImpl& d, const graph::ImageDesc& desc) {
  VkFormatFeatureFlags features = d.features_of(desc.format);
  bool volume = desc.extent.z > 1;
  VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
  info.imageType = volume ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
  info.format = vk_format(desc.format);
  info.extent = {desc.extent.x, desc.extent.y, desc.extent.z};
  info.mipLevels = desc.mips;
  info.arrayLayers = desc.layers;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) info.usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
  if (features & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) info.usage |= VK_IMAGE_USAGE_STORAGE_BIT;
  if (features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT && !volume) info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  if (features & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT && !volume)
    info.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
  share(d, info);
  return info;
}

std::string subject(std::string_view name) { return "resource " + std::string(name); }

}  // namespace

Memory::~Memory() { collect(~std::uint64_t{0}); }

Object Memory::buffer(std::string_view name, const graph::BufferDesc& desc) {
  VkBufferCreateInfo info = buffer_info(d_, desc);
  VmaAllocationCreateInfo memory{};
  memory.usage = VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
  Object object;
  UNDINE_CHECK(vmaCreateBuffer(d_.vma, &info, &memory, &object.buffer, &object.allocation, nullptr), subject(name),
               desc.bytes);
  object.bytes = desc.bytes;
  object.format = desc.texel;
  name_object(d_, VK_OBJECT_TYPE_BUFFER, object.buffer, name);
  return object;
}

Object Memory::image(std::string_view name, const graph::ImageDesc& desc) {
  VkImageCreateInfo info = image_info(d_, desc);
  VmaAllocationCreateInfo memory{};
  memory.usage = VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
  Object object;
  UNDINE_CHECK(vmaCreateImage(d_.vma, &info, &memory, &object.image, &object.allocation, nullptr), subject(name),
               graph::bytes_of(desc));
  finish_image(object, name, desc);
  return object;
}

Object Memory::staging(std::string_view name, std::uint64_t bytes, Host host) {
  VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = (bytes + 15) / 16 * 16;
  share(d_, info);
  VmaAllocationCreateInfo memory{};
  memory.usage = VMA_MEMORY_USAGE_AUTO;
  memory.flags = VMA_ALLOCATION_CREATE_MAPPED_BIT;
  if (host == Host::write) {
    info.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    memory.flags |= VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT;
    memory.requiredFlags = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  } else {
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    memory.flags |= VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT;
  }
  Object object;
  VmaAllocationInfo result{};
  UNDINE_CHECK(vmaCreateBuffer(d_.vma, &info, &memory, &object.buffer, &object.allocation, &result), std::string(name),
               bytes);
  object.bytes = info.size;
  object.mapped = static_cast<std::byte*>(result.pMappedData);
  name_object(d_, VK_OBJECT_TYPE_BUFFER, object.buffer, name);
  return object;
}

Object Memory::heap(std::uint64_t bytes, std::uint32_t type_bits) {
  VkMemoryRequirements need{bytes, 1, type_bits};
  need.alignment = std::max<VkDeviceSize>(256, d_.properties.limits.bufferImageGranularity);
  VmaAllocationCreateInfo info{};
  info.flags = VMA_ALLOCATION_CREATE_DEDICATED_MEMORY_BIT | VMA_ALLOCATION_CREATE_CAN_ALIAS_BIT;
  info.preferredFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  Object object;
  UNDINE_CHECK(vmaAllocateMemory(d_.vma, &need, &info, &object.allocation, nullptr), "transient heap", bytes);
  object.bytes = bytes;
  return object;
}

Object Memory::placed_buffer(std::string_view name, const graph::BufferDesc& desc, const Object& heap,
                             std::uint64_t offset) {
  VkBufferCreateInfo info = buffer_info(d_, desc);
  Object object;
  UNDINE_CHECK(vmaCreateAliasingBuffer2(d_.vma, heap.allocation, offset, &info, &object.buffer), subject(name),
               desc.bytes);
  object.bytes = desc.bytes;
  object.format = desc.texel;
  name_object(d_, VK_OBJECT_TYPE_BUFFER, object.buffer, name);
  return object;
}

Object Memory::placed_image(std::string_view name, const graph::ImageDesc& desc, const Object& heap,
                            std::uint64_t offset) {
  VkImageCreateInfo info = image_info(d_, desc);
  Object object;
  UNDINE_CHECK(vmaCreateAliasingImage2(d_.vma, heap.allocation, offset, &info, &object.image), subject(name),
               graph::bytes_of(desc));
  finish_image(object, name, desc);
  return object;
}

void Memory::finish_image(Object& object, std::string_view name, const graph::ImageDesc& desc) {
  object.bytes = graph::bytes_of(desc);
  object.format = desc.format;
  object.texture = desc;
  VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
  info.image = object.image;
  info.viewType = desc.extent.z > 1 ? VK_IMAGE_VIEW_TYPE_3D
                  : desc.layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY
                                    : VK_IMAGE_VIEW_TYPE_2D;
  info.format = vk_format(desc.format);
  info.subresourceRange = {aspect_of(desc.format), 0, desc.mips, 0, desc.layers};
  try {
    UNDINE_CHECK(d_.vk.vkCreateImageView(d_.device, &info, nullptr, &object.view), subject(name));
  } catch (const Error&) {
    destroy(object);
    throw;
  }
  name_object(d_, VK_OBJECT_TYPE_IMAGE, object.image, name);
  name_object(d_, VK_OBJECT_TYPE_IMAGE_VIEW, object.view, name);
}

VkMemoryRequirements Memory::need(const graph::BufferDesc& desc) {
  VkBufferCreateInfo info = buffer_info(d_, desc);
  VkDeviceBufferMemoryRequirements ask{VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS};
  ask.pCreateInfo = &info;
  VkMemoryRequirements2 answer{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
  d_.vk.vkGetDeviceBufferMemoryRequirements(d_.device, &ask, &answer);
  return answer.memoryRequirements;
}

VkMemoryRequirements Memory::need(const graph::ImageDesc& desc) {
  VkImageCreateInfo info = image_info(d_, desc);
  VkDeviceImageMemoryRequirements ask{VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS};
  ask.pCreateInfo = &info;
  VkMemoryRequirements2 answer{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
  d_.vk.vkGetDeviceImageMemoryRequirements(d_.device, &ask, &answer);
  return answer.memoryRequirements;
}

VkBufferView Memory::texel_view(Object& buffer, std::string_view name) {
  if (buffer.texels) return buffer.texels;
  VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
  info.buffer = buffer.buffer;
  info.format = vk_format(buffer.format);
  std::uint64_t texel = graph::bytes_per_texel(buffer.format);
  info.range = buffer.bytes / texel * texel;
  UNDINE_CHECK(d_.vk.vkCreateBufferView(d_.device, &info, nullptr, &buffer.texels), subject(name));
  name_object(d_, VK_OBJECT_TYPE_BUFFER_VIEW, buffer.texels, name);
  return buffer.texels;
}

void Memory::retire(Object& object, std::uint64_t last_frame) {
  if (object) retired_.push_back({last_frame, object, VK_NULL_HANDLE});
  object = {};
}

void Memory::retire(VkPipeline pipeline, std::uint64_t last_frame) {
  if (pipeline) retired_.push_back({last_frame, {}, pipeline});
}

void Memory::collect(std::uint64_t finished_frame) {
  while (!retired_.empty() && retired_.front().frame <= finished_frame) {
    Retired& r = retired_.front();
    destroy(r.object);
    if (r.pipeline) d_.vk.vkDestroyPipeline(d_.device, r.pipeline, nullptr);
    retired_.pop_front();
  }
}

void Memory::destroy(Object& object) {
  if (object.texels) d_.vk.vkDestroyBufferView(d_.device, object.texels, nullptr);
  if (object.view) d_.vk.vkDestroyImageView(d_.device, object.view, nullptr);
  if (object.buffer) {
    vmaDestroyBuffer(d_.vma, object.buffer, object.allocation);
  } else if (object.image) {
    vmaDestroyImage(d_.vma, object.image, object.allocation);
  } else if (object.allocation) {
    vmaFreeMemory(d_.vma, object.allocation);
  }
  object = {};
}

}  // namespace undine::gpu

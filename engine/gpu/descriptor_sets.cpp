#include "engine/gpu/descriptor_sets.h"

#include "engine/gpu/errors.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {
namespace {

// Sizes of one pool. Nodes bind five resources on average, most of them buffers; a pool fits at least the largest node.
constexpr std::uint32_t sets = 128, of_a_kind = 512;
static_assert(of_a_kind >= most_bindings);

}  // namespace

DescriptorSets::~DescriptorSets() {
  for (VkDescriptorPool pool : pools_) d_.vk.vkDestroyDescriptorPool(d_.device, pool, nullptr);
}

void DescriptorSets::reset() {
  for (VkDescriptorPool pool : pools_) UNDINE_CHECK(d_.vk.vkResetDescriptorPool(d_.device, pool, 0), "frame");
  current_ = 0;
}

void DescriptorSets::add_pool() {
  constexpr VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, of_a_kind},
                                            {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, of_a_kind},
                                            {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, of_a_kind},
                                            {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, of_a_kind},
                                            {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, of_a_kind}};
  VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  info.maxSets = sets;
  info.poolSizeCount = static_cast<std::uint32_t>(std::size(sizes));
  info.pPoolSizes = sizes;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  UNDINE_CHECK(d_.vk.vkCreateDescriptorPool(d_.device, &info, nullptr, &pool), "frame");
  pools_.push_back(pool);
  name_object(d_, VK_OBJECT_TYPE_DESCRIPTOR_POOL, pool, "frame");
}

VkDescriptorSet DescriptorSets::take(VkDescriptorSetLayout layout) {
  for (bool fresh = false;; ++current_) {
    if (current_ == pools_.size()) {
      add_pool();
      fresh = true;
    }
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pools_[current_];
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    const VkResult result =
        attempt("vkAllocateDescriptorSets", [&] { return d_.vk.vkAllocateDescriptorSets(d_.device, &info, &set); });
    if (result == VK_SUCCESS) return set;
    const bool full = result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_FRAGMENTED_POOL;
    if (!full || fresh) fail(result, "vkAllocateDescriptorSets", "frame");
  }
}

}  // namespace undine::gpu

#include "engine/gpu/samplers.h"

#include "engine/gpu/errors.h"
#include "engine/gpu/labels.h"

namespace undine::gpu {

using graph::Sampler;

Samplers::Samplers(DeviceImpl& device) : d_(device) {
  struct Row {
    const char* name;
    VkFilter filter;
    VkSamplerAddressMode address;
    bool compare;
  };
  static constexpr Row rows[8] = {
      {"linear_clamp", VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, false},
      {"linear_repeat", VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_REPEAT, false},
      {"linear_mirror", VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, false},
      {"nearest_clamp", VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, false},
      {"shadow", VK_FILTER_LINEAR, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, true},
      {"nearest_repeat", VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_REPEAT, false},
      {"nearest_mirror", VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, false},
      {"nearest_shadow", VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, true},
  };
  try {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
      info.magFilter = info.minFilter = rows[i].filter;
      info.mipmapMode = rows[i].filter == VK_FILTER_LINEAR && !rows[i].compare ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                               : VK_SAMPLER_MIPMAP_MODE_NEAREST;
      info.addressModeU = info.addressModeV = info.addressModeW = rows[i].address;
      info.maxLod = VK_LOD_CLAMP_NONE;
      info.compareEnable = rows[i].compare;
      info.compareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
      info.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
      UNDINE_CHECK(d_.vk.vkCreateSampler(d_.device, &info, nullptr, &all_[i]), "sampler");
      name_object(d_, VK_OBJECT_TYPE_SAMPLER, all_[i], rows[i].name);
    }
  } catch (...) {
    for (VkSampler sampler : all_) d_.vk.vkDestroySampler(d_.device, sampler, nullptr);
    throw;
  }
}

Samplers::~Samplers() {
  for (VkSampler sampler : all_) d_.vk.vkDestroySampler(d_.device, sampler, nullptr);
}

VkSampler Samplers::get(Sampler sampler, graph::Format format) const {
  if (d_.features_of(format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT)
    return all_[static_cast<std::size_t>(sampler)];
  switch (sampler) {
    case Sampler::linear_repeat:
      return all_[5];
    case Sampler::linear_mirror:
      return all_[6];
    case Sampler::shadow:
      return all_[7];
    case Sampler::linear_clamp:
    case Sampler::nearest_clamp:
      break;
  }
  return all_[3];
}

}  // namespace undine::gpu

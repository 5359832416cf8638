#include "engine/gpu/empties.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/gpu/formats.h"

namespace undine::gpu {
namespace {

using graph::ImageShape;

bool is_image(const graph::PlannedBinding& b) {
  return b.kind == graph::BindingKind::storage_image || b.kind == graph::BindingKind::sampled_image;
}

// Samplers read zeros of any format of the texels' type: the first that the device has.
graph::Format sampled_format(const DeviceImpl& d, graph::Format wanted) {
  using enum graph::Format;
  if (is_integer(wanted) || graph::is_depth(wanted)) return wanted;
  for (graph::Format format : {wanted, rgba16_float, rgba8_unorm})
    if (d.features_of(format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) return format;
  return wanted;
}

}  // namespace

const Empties::Known* Empties::find(const graph::PlannedBinding& binding) const {
  const auto known = std::ranges::find_if(
      known_, [&](const Known& k) { return k.kind == binding.kind && k.texels == binding.texels; });
  return known == known_.end() ? nullptr : &*known;
}

void Empties::want(const graph::PlannedBinding& binding) {
  if (find(binding)) return;
  auto [format, shape] = binding.texels;
  const bool image = is_image(binding);
  if (binding.kind == graph::BindingKind::sampled_image) format = sampled_format(d_, format);
  const std::string name = fmt::format("empty {} {}", image ? "image" : "buffer", known_.size());
  graph::Resource made;
  if (image) {
    const graph::Extent extent{1, 1, shape == ImageShape::volume ? 2u : 1u};
    made = state_.image(name, {extent, format, 1, shape == ImageShape::array ? 2u : 1u});
  } else {
    made = state_.buffer(name, {.bytes = 256, .texel = format});
  }
  known_.push_back({binding.kind, binding.texels, made});
  objects_.sync(state_, 0);
}

Object& Empties::at(const graph::PlannedBinding& binding) { return objects_.at(find(binding)->resource); }

}  // namespace undine::gpu

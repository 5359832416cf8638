#include "engine/gpu/null_resources.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/gpu/formats.h"

namespace undine::gpu {
namespace {

using graph::ImageShape;

bool is_image(const graph::PlannedBinding& b) {
  return b.kind == graph::BindingKind::storage_image || b.kind == graph::BindingKind::sampled_image;
}

bool is_storage(const graph::PlannedBinding& b) { return b.kind == graph::BindingKind::storage_buffer; }

// Zeros are equal in all formats of the texels' type, so samplers use the first supported one.
graph::Format sampled_format(const DeviceImpl& d, graph::Format wanted) {
  using enum graph::Format;
  if (is_integer(wanted) || graph::is_depth(wanted)) return wanted;
  for (graph::Format format : {wanted, rgba16_float, rgba8_unorm})
    if (d.features_of(format) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) return format;
  return wanted;
}

}  // namespace

const NullResources::Known* NullResources::find(const graph::PlannedBinding& binding, std::uint32_t place) const {
  if (is_storage(binding)) place -= place % places;
  const auto known = std::ranges::find_if(
      known_, [&](const Known& k) { return k.kind == binding.kind && k.texels == binding.texels && k.place == place; });
  return known == known_.end() ? nullptr : &*known;
}

void NullResources::want(const graph::PlannedBinding& binding, std::uint32_t place) {
  if (find(binding, place)) return;
  auto [format, shape] = binding.texels;
  const bool image = is_image(binding);
  if (binding.kind == graph::BindingKind::sampled_image) format = sampled_format(d_, format);
  const std::string name = fmt::format("empty {} {}", image ? "image" : "buffer", known_.size());
  graph::Resource made;
  if (image) {
    const graph::Extent extent{1, 1, shape == ImageShape::volume ? 2u : 1u};
    made = state_.image(name, {extent, format, 1, shape == ImageShape::array ? 2u : 1u});
  } else {
    const bool storage = is_storage(binding);
    made = state_.buffer(name, {.bytes = bytes_of_one * (storage ? places : 1), .texel = format});
    if (storage) place -= place % places;
  }
  known_.push_back({binding.kind, binding.texels, place, made});
  objects_.sync(state_, 0);
}

NullResources::Bound NullResources::at(const graph::PlannedBinding& binding, std::uint32_t place) {
  return {&objects_.at(find(binding, place)->resource), is_storage(binding) ? place % places * bytes_of_one : 0};
}

}  // namespace undine::gpu

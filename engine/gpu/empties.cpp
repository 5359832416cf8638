#include "engine/gpu/empties.h"

#include <fmt/format.h>

#include <algorithm>

namespace undine::gpu {
namespace {

using graph::ImageShape;

bool is_image(const graph::PlannedBinding& b) {
  return b.kind == graph::BindingKind::storage_image || b.kind == graph::BindingKind::sampled_image;
}

}  // namespace

const Empties::Known* Empties::find(const graph::PlannedBinding& binding) const {
  const bool image = is_image(binding);
  const auto known =
      std::ranges::find_if(known_, [&](const Known& k) { return k.image == image && k.texels == binding.texels; });
  return known == known_.end() ? nullptr : &*known;
}

void Empties::want(const graph::PlannedBinding& binding) {
  if (find(binding)) return;
  const auto [format, shape] = binding.texels;
  const bool image = is_image(binding);
  const std::string name = fmt::format("empty {} {}", image ? "image" : "buffer", known_.size());
  graph::Resource made;
  if (image) {
    const graph::Extent extent{1, 1, shape == ImageShape::volume ? 2u : 1u};
    made = state_.image(name, {extent, format, 1, shape == ImageShape::array ? 2u : 1u});
  } else {
    made = state_.buffer(name, {.bytes = 256, .texel = format});
  }
  known_.push_back({image, binding.texels, made});
  objects_.sync(state_, 0);
}

Object& Empties::at(const graph::PlannedBinding& binding) { return objects_.at(find(binding)->resource); }

}  // namespace undine::gpu

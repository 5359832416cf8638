#include "passes/water/water_motion.h"

#include <fmt/format.h>

#include "passes/deferred/screen.h"
#include "passes/water/water_field.h"

namespace undine::water {

void WaterMotion::draw(graph::Graph& g, const deferred::Camera& camera, std::span<const SurfaceField> fields,
                       const WaterSurfaces& shown, const deferred::MotionParams& params, graph::Image depth,
                       graph::Image motion) const {
  if (!shown.normal) return;
  auto scope = g.scope("motion");
  for (std::size_t i = 0; i < fields.size() && i < before_.size(); ++i) {
    SurfaceParams surface{};
    surface.field = field_params(fields[i], 1, 1);
    surface.code = static_cast<float>(i + 1);
    deferred::fill(g, "water", "water/motion.frag")
        .uniform("camera", camera)
        .uniform("motion", params)
        .params(surface)
        .read("water_normal", shown.normal, graph::Sampler::nearest_clamp)
        .read("water_depth", shown.depth, graph::Sampler::nearest_clamp)
        .read("depth", depth, graph::Sampler::nearest_clamp)
        .read("surface", fields[i].surface, graph::Sampler::linear_repeat)
        .read("surface_before", before_[i], graph::Sampler::linear_repeat)
        .color(motion, graph::Load::keep);
  }
}

void WaterMotion::keep(graph::Graph& g, std::span<const SurfaceField> fields) {
  auto scope = g.scope("motion");
  const auto desc_of = [&](graph::Image image) {
    return image.persistent() ? state_->at(image).texture : g.transients()[image.index()].texture;
  };
  for (std::size_t i = fields.size(); i < before_.size(); ++i) state_->release(before_[i]);
  before_.resize(fields.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const graph::ImageDesc desc = desc_of(fields[i].surface);
    if (before_[i] && state_->at(before_[i]).texture != desc) {
      state_->release(before_[i]);
      before_[i] = {};
    }
    if (!before_[i]) before_[i] = state_->image(fmt::format("motion/water_{}", i), desc);
    g.copy("keep", fields[i].surface, before_[i]);
  }
}

}  // namespace undine::water

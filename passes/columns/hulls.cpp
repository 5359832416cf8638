#include "passes/columns/hulls.h"

#include <fmt/format.h>

#include "passes/columns/node.h"

namespace undine::columns {

void Hulls::displace(graph::Graph& g, const Displacement& d, graph::Buffer water, graph::Buffer bed, double rest,
                     double gravity) {
  if (!d.now) {
    active_ = false;
    return;
  }
  if (!hull_head_) {
    const graph::State::Owning owning(*state_, owner_);
    const std::uint64_t count = std::uint64_t{pitch_of(s_)} * s_.cells.y;
    hull_head_ =
        state_->buffer(fmt::format("{}/hull_head", name_), {.bytes = 8 * count, .texel = graph::Format::rg32_float});
    const graph::Extent columns{s_.cells.x, s_.cells.y, 1};
    reaction_ = state_->image(name_ + "/reaction", {.extent = columns, .format = graph::Format::rg32_float});
    for (int i = 0; i < 2; ++i) {
      calm_[i] = state_->image(fmt::format("{}/calm[{}]", name_, i),
                               {.extent = columns, .format = graph::Format::rgba32_float});
      calm_flow_[i] = state_->image(fmt::format("{}/calm_flow[{}]", name_, i),
                                    {.extent = columns, .format = graph::Format::rgba32_float});
    }
  }
  const bool begins = d.now == d.before;
  if (!active_) {
    settled_ = false;
    g.clear("clear_calm", calm_[now_], {0, 0, 0, 0});
    g.clear("clear_calm_flow", calm_flow_[now_], {0, 0, 0, 0});
  }
  auto node = g.compute("displace", "columns/displace.comp");
  tell_columns(node, s_)
      .modify("water", water)
      .read("bed", bed)
      .read("now", d.now)
      .write("hull_head", hull_head_)
      .optional("motion", d.motion, graph::Verb::modify);
  node.read("calm", calm_[now_], graph::Sampler::nearest_clamp).over({s_.cells.x, s_.cells.y, 1});
  node.params(DisplaceParams{.quantum = d.quantum,
                             .rest = static_cast<float>(rest),
                             .begins = begins,
                             .calm = settled_,
                             .push_quantum = pushed_ ? d.push_quantum : 0.0f});
  auto react = g.compute("react", "columns/react.comp");
  tell_columns(react, s_)
      .read("water", water)
      .read("bed", bed)
      .read("hull_head", hull_head_)
      .write("reaction", reaction_);
  react.params(ReactParams{static_cast<float>(gravity), glm::vec2(s_.cell()), glm::vec3(weights_)})
      .over({s_.cells.x, s_.cells.y, 1});
  active_ = true;
}

void Hulls::settle(graph::Graph& g, graph::Image surface, graph::Image velocity) {
  if (!active_ || (settled_ && pending_ <= 0)) return;
  auto node = g.compute("settle", "columns/calm.comp");
  tell_columns(node, s_)
      .read("surface", surface, graph::Sampler::nearest_clamp)
      .read("hull_head", hull_head_)
      .read("before", calm_[now_], graph::Sampler::nearest_clamp)
      .write("calm", calm_[1 - now_])
      .read("velocity", velocity, graph::Sampler::nearest_clamp)
      .read("flow_before", calm_flow_[now_], graph::Sampler::nearest_clamp)
      .write("calm_flow", calm_flow_[1 - now_])
      .read("reaction", reaction_, graph::Sampler::nearest_clamp);
  node.params(CalmParams{static_cast<float>(pending_), settled_}).over({s_.cells.x, s_.cells.y, 1});
  now_ = 1 - now_;
  settled_ = true;
  pending_ = 0;
}

}  // namespace undine::columns

#include "passes/picture/accumulate.h"

#include "passes/deferred/screen.h"
#include "passes/picture/accumulate_params.h"

namespace undine::picture {

Lit Accumulation::add(graph::Graph& g, const Lit& lit, graph::Extent size, const View::Sample& sample) {
  if (sample.count < 2) return lit;
  auto scope = g.scope("samples");
  const graph::ImageDesc desc{size, graph::Format::rgba32_float};
  if (sum_ && state_->at(sum_).texture != desc) {
    state_->release(sum_);
    sum_ = {};
  }
  if (!sum_) sum_ = state_->image("samples/sum", desc);
  AccumulateParams params{};
  params.size = {static_cast<int>(size.x), static_cast<int>(size.y)};
  params.weight = 1 / static_cast<float>(sample.count);
  params.first = sample.index == 0 ? 1 : 0;
  g.compute("add", "picture/accumulate.comp")
      .read("lit", lit.color, graph::Sampler::nearest_clamp)
      .modify("sum", sum_)
      .params(params)
      .over(size);
  if (sample.index + 1 < sample.count) return lit;
  const graph::Image mean = g.image("samples/mean", {size, graph::Format::rgba16_float});
  deferred::fill(g, "mean", "picture/mean.frag")
      .read("sum", sum_, graph::Sampler::nearest_clamp)
      .color(mean, graph::Load::discard);
  return {mean, lit.depth};
}

}  // namespace undine::picture

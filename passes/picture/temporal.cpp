#include "passes/picture/temporal.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "passes/deferred/screen.h"
#include "passes/picture/sampling.h"
#include "passes/picture/temporal_params.h"

namespace undine::picture {
namespace {

constexpr float most_samples = 16;

// So many pictures until their samples come back: each pixel of the full size has most_samples then. A power of two.
std::uint32_t period_of(const View& drawn, glm::uvec2 size) {
  const double share = static_cast<double>(drawn.size.x) * drawn.size.y / (static_cast<double>(size.x) * size.y);
  return share > 0.75 ? 16 : share > 0.375 ? 32 : 64;
}

// Another camera, not the same a moment later.
bool is_cut(const View& before, const View& now) {
  if (now.time < before.time || now.fov != before.fov || now.size != before.size) return true;
  const glm::dvec3 was = before.target - before.eye, is = now.target - now.eye;
  const double turned = glm::dot(was, is) / std::max(glm::length(was) * glm::length(is), 1e-12);
  return turned < std::cos(glm::radians(30.0)) || glm::distance(before.eye, now.eye) > 0.5 * glm::length(was);
}

}  // namespace

void resolve(graph::Graph& g, const deferred::Camera& camera, const View& drawn, const Lit& lit, graph::Image motion,
             const Resolved& history, const Resolved& out, glm::uvec2 size, bool still) {
  ResolveParams p{};
  p.size = glm::vec2(size);
  p.drawn = glm::vec2(drawn.size);
  p.offset = glm::vec2(drawn.offset);
  p.exposure = camera.sun_radiance.w;
  p.most = most_samples;
  p.near = camera.sun_direction.w;
  p.still = still ? 1 : 0;
  deferred::fill(g, "resolve", "picture/resolve.frag")
      .read("lit", lit.color, graph::Sampler::nearest_clamp)
      .read("depth", lit.depth, graph::Sampler::nearest_clamp)
      .optional("motion", motion, graph::Sampler::nearest_clamp)
      .optional("history", history.color, graph::Sampler::linear_clamp)
      .optional("trace", history.trace, graph::Sampler::linear_clamp)
      .params(p)
      .color(out.color, graph::Load::discard)
      .color(out.trace, graph::Load::discard);
}

graph::Image enlarge(graph::Graph& g, graph::Image picture, glm::uvec2 drawn, glm::uvec2 size) {
  auto scope = g.scope("temporal");
  const graph::Image out = g.image("temporal/enlarged", {{size.x, size.y}, graph::Format::rgba8_unorm});
  deferred::fill(g, "enlarge", "picture/enlarge.frag")
      .read("picture", picture)
      .params(EnlargeParams{glm::vec2(drawn)})
      .color(out, graph::Load::discard);
  return out;
}

Temporal::Temporal(graph::State& state, const Scene& scene)
    : state_(&state), settings_(scene.render.of<TemporalSettings>()) {}

View Temporal::begin(const View& asked, bool final) {
  drawn_ = asked;
  size_ = asked.size;
  final_ = final;
  const bool alone = asked.sample.count == 1;
  alone_ = alone;
  keeps_ = asked.follows && alone &&
           (asked.show == "motion" || asked.layers || (final && settings_.temporal && !is_draft(asked)));
  if (const double scale = std::min(settings_.scale, asked.scale); final && scale < 1) {
    drawn_.aspect = static_cast<double>(size_.x) / size_.y;
    // What the scene asks for is drawn with all its detail, which is smoothed over pictures; what --fps takes is left
    // out.
    if (keeps_) drawn_.detail = settings_.scale;
    drawn_.size = glm::max(glm::uvec2(glm::round(glm::dvec2(size_) * scale)), glm::uvec2(1));
  }
  if (!keeps_ || (before_ && is_cut(*before_, drawn_))) before_.reset();
  if (!before_) number_ = 0;
  if (!before_ || !final) remembers_ = false;
  View::Sample sample = asked.sample;
  if (!alone) {
    drawn_.offset = sample_offset(sample);
  } else if (final && keeps_ && number_ > 0) {
    const std::uint32_t period = period_of(drawn_, size_);
    sample = series_sample(number_, period);
    drawn_.offset = series_offset(number_, period);
  }
  drawn_.turn = sample_turn(sample.index);
  return drawn_;
}

bool Temporal::enlarges() const { return final_ && !keeps_ && alone_ && drawn_.size != size_; }

void Temporal::make_room(glm::uvec2 size) {
  const graph::ImageDesc desc{{size.x, size.y}, graph::Format::rgba16_float};
  if (history_[0].color && state_->at(history_[0].color).texture == desc) return;
  const char* names[2][2] = {{"temporal/color_0", "temporal/trace_0"}, {"temporal/color_1", "temporal/trace_1"}};
  remembers_ = false;
  for (const Resolved& old : history_)
    if (old.color) {
      state_->release(old.color);
      state_->release(old.trace);
    }
  for (int i = 0; i < 2; ++i) history_[i] = {state_->image(names[i][0], desc), state_->image(names[i][1], desc)};
}

Lit Temporal::draw(graph::Graph& g, const deferred::Camera& camera, const Lit& lit, graph::Image motion) {
  if (!final_ || (!keeps_ && drawn_.size == size_)) return lit;
  auto scope = g.scope("temporal");
  Resolved out;
  if (keeps_) {
    make_room(size_);
    out = history_[1];
  } else {
    const graph::ImageDesc desc{{size_.x, size_.y}, graph::Format::rgba16_float};
    out = {g.image("temporal/color", desc), g.image("temporal/trace", desc)};
  }
  const bool goes_on = remembers_ && motion;
  const bool still = before_ && before_->time == drawn_.time;
  resolve(g, camera, drawn_, lit, goes_on ? motion : graph::Image{}, goes_on ? history_[0] : Resolved{}, out, size_,
          still);
  return {out.color, lit.depth};
}

void Temporal::end() {
  before_.reset();
  if (!keeps_) return;
  before_ = drawn_;
  before_->field_of = {};
  before_->spheres.clear();
  ++number_;
  remembers_ = final_;
  if (final_) std::swap(history_[0], history_[1]);
}

}  // namespace undine::picture

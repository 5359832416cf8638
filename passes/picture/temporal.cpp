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

// Length of the jitter sequence: after it each full-size pixel has most_samples samples. A power of two.
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

Temporal::Picture Temporal::begin(const View& asked, bool final) {
  Picture out{.drawn = asked, .size = asked.size, .final = final, .alone = asked.sample.count == 1};
  View& drawn = out.drawn;
  out.keeps = asked.follows && out.alone &&
              (asked.show == "motion" || asked.layers || (final && settings_.temporal && !is_draft(asked)));
  if (const double scale = std::min(settings_.scale, asked.scale); final && scale < 1) {
    drawn.aspect = static_cast<double>(out.size.x) / out.size.y;
    // Detail that the scene's scale leaves out is resolved over pictures; detail that --fps leaves out is not.
    if (out.keeps) drawn.detail = settings_.scale;
    drawn.size = glm::max(glm::uvec2(glm::round(glm::dvec2(out.size) * scale)), glm::uvec2(1));
  }
  if (!out.keeps || (before_ && is_cut(*before_, drawn))) before_.reset();
  if (!before_) number_ = 0;
  if (!before_ || !final) remembers_ = false;
  View::Sample sample = asked.sample;
  if (!out.alone) {
    drawn.offset = sample_offset(sample);
  } else if (final && out.keeps && number_ > 0) {
    const std::uint32_t period = period_of(drawn, out.size);
    sample = series_sample(number_, period);
    drawn.offset = series_offset(number_, period);
  }
  drawn.turn = sample_turn(sample.index);
  out.before = before_;
  return out;
}

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

Lit Temporal::draw(graph::Graph& g, const Picture& picture, const deferred::Camera& camera, const Lit& lit,
                   graph::Image motion) {
  if (!picture.final || (!picture.keeps && picture.drawn.size == picture.size)) return lit;
  auto scope = g.scope("temporal");
  Resolved out;
  if (picture.keeps) {
    make_room(picture.size);
    out = history_[1];
  } else {
    const graph::ImageDesc desc{{picture.size.x, picture.size.y}, graph::Format::rgba16_float};
    out = {g.image("temporal/color", desc), g.image("temporal/trace", desc)};
  }
  const bool goes_on = remembers_ && motion;
  const bool still = picture.before && picture.before->time == picture.drawn.time;
  resolve(g, camera, picture.drawn, lit, goes_on ? motion : graph::Image{}, goes_on ? history_[0] : Resolved{}, out,
          picture.size, still);
  return {out.color, lit.depth};
}

void Temporal::end(const Picture& picture) {
  before_.reset();
  if (!picture.keeps) return;
  before_ = picture.drawn;
  before_->field_of = {};
  before_->spheres.clear();
  ++number_;
  remembers_ = picture.final;
  if (picture.final) std::swap(history_[0], history_[1]);
}

}  // namespace undine::picture

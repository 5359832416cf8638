#include "passes/sph/sph_nozzles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "engine/core/error.h"

namespace undine::sph {

namespace {

// Points of a square lattice in complete rings around a lattice point or the center of four, with a number of points
// closest to `count`. In lattice spacings.
std::vector<glm::dvec2> disc(double count) {
  const int side = static_cast<int>(std::sqrt(count)) + 3;
  std::vector<glm::dvec2> best;
  for (const double shift : {0.0, 0.5}) {
    std::vector<glm::dvec2> all;
    for (int y = -side; y <= side; ++y)
      for (int x = -side; x <= side; ++x) all.emplace_back(x + shift, y + shift);
    std::ranges::stable_sort(all, {}, [](const glm::dvec2& p) { return glm::dot(p, p); });
    for (std::size_t n = 1; n < all.size(); ++n) {
      const bool ring = glm::dot(all[n], all[n]) > glm::dot(all[n - 1], all[n - 1]) + 1e-9;
      const double size = static_cast<double>(n);
      if (!ring || (!best.empty() && std::abs(size - count) >= std::abs(static_cast<double>(best.size()) - count)))
        continue;
      best.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
    }
  }
  return best;
}

}  // namespace

SphLayer sph_layer(const SphEmitter& e, double spacing) {
  SphLayer out{};
  const double area = e.area();
  if (e.radius > 0) {
    out.points = disc(area / (spacing * spacing));
    const double apart = std::sqrt(area / static_cast<double>(out.points.size()));
    for (glm::dvec2& p : out.points) p *= apart;
  } else {
    const glm::dvec2 count = glm::max(glm::round(e.size / spacing), 1.0);
    for (double y = 0; y < count.y; ++y)
      for (double x = 0; x < count.x; ++x)
        out.points.push_back((glm::dvec2(x, y) + 0.5) / count * e.size - 0.5 * e.size);
  }
  out.distance = static_cast<double>(out.points.size()) * spacing * spacing * spacing / area;
  return out;
}

SphNozzles::SphNozzles(graph::State& state, const SphSettings& s, const SceneContext& context, double spacing,
                       double gravity)
    : gravity_(gravity) {
  for (std::size_t k = 0; k < s.fluid.size(); ++k) {
    if (!s.fluid[k].emitter) continue;
    const SphEmitter& e = *s.fluid[k].emitter;
    const std::string where = context.setting(fmt::format("fluid/{}/emitter", k));
    if (nozzles_.size() == sph_most_nozzles)
      throw Error(Exit::bad_input, where, "is one emitter too many", fmt::format("at most {}", sph_most_nozzles));
    if (e.radius > 0 ? e.radius < spacing : std::min(e.size.x, e.size.y) < 1.5 * spacing)
      throw Error(Exit::bad_input, where, fmt::format("is too narrow for a spacing of {:.4g} m", spacing),
                  "a radius of one spacing or a size of 1.5 at least, or a smaller \"spacing\"");
    const SphLayer layer = sph_layer(e, spacing);
    if (layer.points.size() > 1u << 20)
      throw Error(Exit::bad_input, where, fmt::format("gives {} particles at a time", layer.points.size()),
                  "at most 1048576: a smaller opening or a larger \"spacing\"");
    const glm::dvec3 along = glm::normalize(e.direction);
    const glm::dvec3 level = glm::cross(glm::dvec3(0, 1, 0), along);
    const glm::dvec3 across = glm::length(level) > 1e-6 ? glm::normalize(level) : glm::dvec3(1, 0, 0);
    const glm::dvec3 aside = glm::cross(along, across);
    SphNozzle n{};
    n.place = glm::vec3(e.position);
    n.along = glm::vec3(along);
    n.across = glm::vec3(across);
    n.aside = glm::vec3(aside);
    n.half_size = e.radius > 0 ? glm::vec2(e.radius, 0) : glm::vec2(0.5 * e.size);
    n.layer = static_cast<float>(layer.distance);
    n.reach = static_cast<float>(s.support * spacing);
    n.points = static_cast<std::uint32_t>(layer.points.size());
    n.first_point = static_cast<std::uint32_t>(points_.size());
    for (const glm::dvec2& p : layer.points) {
      const glm::dvec3 from = e.position + across * p.x + aside * p.y, to = from + along * double(n.reach);
      for (const glm::dvec3& x : {from, to})
        if (glm::any(glm::lessThan(x, s.domain.min - 1e-9)) || glm::any(glm::greaterThan(x, s.domain.max + 1e-9)))
          throw Error(Exit::bad_input, where, "reaches out of the domain",
                      fmt::format("its opening and {:.4g} m in front of it must be inside", n.reach));
      points_.emplace_back(p);
      top_ = std::max(top_, from.y);
    }
    nozzles_.push_back(n);
    emitters_.push_back(e);
    distances_.push_back(layer.distance);
    before_.push_back(0);
    set_rate(nozzles_.size() - 1);
    varies_ |= !e.series.empty();
  }
  clock_.count = count();
  if (!nozzles_.empty())
    buffer_ = state.buffer(context.name + "/nozzles", {.bytes = sizeof(SphNozzle) * nozzles_.size()});
  if (!points_.empty()) offsets_ = state.buffer(context.name + "/nozzle_points", {.bytes = 8 * points_.size()});
}

// Rate, number of layers and what hangs on them.
void SphNozzles::set_rate(std::size_t k) {
  SphNozzle& n = nozzles_[k];
  const SphEmitter& e = emitters_[k];
  const double distance = distances_[k];
  n.rate = static_cast<float>(e.outflow() / distance);
  n.gravity = static_cast<float>(gravity_);
  const double all = std::max(e.come(std::max(e.end, e.begin)), 0.0) / distance + before_[k];
  n.layers = static_cast<std::uint32_t>(std::clamp(std::ceil(all - 1e-9), 0.0, 4.0e9));
  speed_ = std::max(speed_, e.outflow());
}

double SphNozzles::come(std::size_t k, double time) const {
  const SphEmitter& e = emitters_[k];
  const double layer = double(nozzles_[k].layer);
  return e.series.empty() ? (time - e.begin) * double(nozzles_[k].rate) : e.come(time) / layer;
}

void SphNozzles::retune(const SphSettings& s, double gravity) {
  speed_ = 0;
  gravity_ = gravity;
  std::size_t k = 0;
  for (const SphFluid& fluid : s.fluid) {
    if (!fluid.emitter) continue;
    const double come_so_far = std::max(come(k, time_) + before_[k], 0.0);
    emitters_[k] = *fluid.emitter;
    set_rate(k);
    before_[k] = come_so_far - std::max(come(k, time_), 0.0);
    set_rate(k);
    ++k;
  }
  retuned_ = true;
}

double SphNozzles::given(double longest) const {
  double sum = 0;
  for (const SphNozzle& n : nozzles_)
    sum += double(n.points) * std::min(static_cast<double>(n.layers), std::ceil(longest * double(n.rate)) + 1);
  return sum;
}

void SphNozzles::start(graph::Graph& g) {
  if (count() == 0) return;
  for (std::size_t k = 0; k < nozzles_.size(); ++k) {
    before_[k] = 0;
    set_rate(k);
  }
  g.upload("fill_nozzles", buffer_, nozzles_);
  g.upload("fill_nozzle_points", offsets_, points_);
  time_ = 0;
  retuned_ = false;
}

void SphNozzles::begin(graph::Graph& g, const StepInfo& step, std::uint32_t capacity) {
  clock_.step = static_cast<float>(step.dt);
  clock_.capacity = capacity;
  SphNozzleRates rates{};
  for (std::size_t k = 0; k < nozzles_.size(); ++k) {
    const double now = come(k, step.time), all = now + before_[k];
    const double base = std::floor(std::max(all, 0.0));
    clock_.base[k] = static_cast<std::uint32_t>(std::min(base, 4.0e9));
    clock_.part[k] = static_cast<float>(all - base);
    rates.rate[k] = emitters_[k].series.empty() ? nozzles_[k].rate
                                                : static_cast<float>((come(k, step.time + step.dt) - now) / step.dt);
    rates.layers[k] = nozzles_[k].layers;
    rates.gravity = nozzles_[k].gravity;
  }
  time_ = step.time + step.dt;
  const bool retuned = std::exchange(retuned_, false);
  if (nozzles_.empty() || !(varies_ || retuned)) return;
  rates.count = count();
  g.compute("open", "sph/nozzle_rates.comp").modify("nozzles", buffer_).uniform("rates", rates).groups({1, 1, 1});
}

}  // namespace undine::sph

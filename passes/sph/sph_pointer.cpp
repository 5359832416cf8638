#include "passes/sph/sph_pointer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace undine::sph {

namespace {

constexpr double press_pull = 20;      // m/s² along the ray, at strength 1
constexpr double drag_seconds = 0.1;   // a drag over a length gives that length in this time as a velocity
constexpr double reach_share = 0.025;  // radius over the longest side of the domain, as the window asks for

double pour_radius(double wanted, double spacing) { return std::clamp(wanted, 2 * spacing, 16 * spacing); }
double pour_speed(double radius, double gravity) { return std::max(std::sqrt(std::abs(gravity) * radius), 0.5); }

}  // namespace

void SphPointerSettings::describe(settings::Visitor& v) {
  v.value(
      "strength", strength,
      {.help = "factor on the velocities and the inflow that the pointer gives to the water", .min = 0, .max = 100});
  v.value("seconds", seconds,
          {.help = "duration for which capacity is reserved, at most a fourth of the initial particles and 1024; "
                   "ignored if the scene sets \"capacity\"",
           .unit = "s",
           .min = 0,
           .max = 1000});
}

SphPointer::SphPointer(graph::State& state, const std::string& owner, const SphPointerSettings& settings,
                       const SphParams& params, double spacing)
    : s_(settings), params_(params), spacing_(spacing), name_(owner) {
  found_ = state.buffer(owner + "/pointer", {.bytes = 16});
  taken_ = state.buffer(owner + "/pointer_taken", {.bytes = 4ull * sph_pour_side * sph_pour_side * sph_pour_layers});
}

double SphPointer::room(const SphPointerSettings& settings, const glm::dvec3& sides, double spacing, double gravity,
                        double begun) {
  const double r = pour_radius(reach_share * std::max({sides.x, sides.y, sides.z}), spacing);
  const double rate = std::numbers::pi * r * r * pour_speed(r, gravity) * settings.strength;
  return std::floor(std::min(settings.seconds * rate / (spacing * spacing * spacing), begun / 4 + 1024));
}

void SphPointer::take(const Disturbance& d) {
  const double sum = d.point.x + d.point.y + d.point.z + d.motion.x + d.motion.y + d.motion.z + d.along.x + d.along.y +
                     d.along.z + d.radius + d.strength + d.seconds;
  const double length = glm::length(d.along);
  if (!std::isfinite(sum) || !(d.radius > 0) || !(d.strength > 0) || !(length > 0)) return;
  Disturbance one = d;
  one.along = d.along / length;
  if (!d.pour)
    presses_.take(one);
  else if (d.seconds > 0)
    pours_.take(one);
}

void SphPointer::forget() {
  presses_.forget();
  pours_.forget();
  pouring_ = poured_ = false;
}

double SphPointer::radius(const Disturbance& d) const { return pour_radius(d.radius, spacing_); }

void SphPointer::apply(graph::Graph& g, double dt, const SphBuffers& buffers, bool nozzles) {
  presses_.step(dt, [&](const Disturbance& d, double seconds, double share) { press(g, d, seconds, share, buffers); });
  bool emitted = false;
  pours_.step(dt, [&](const Disturbance& d, double seconds, double) {
    pour(g, d, seconds, buffers);
    emitted = true;
  });
  pouring_ = emitted;
  poured_ = poured_ || emitted;
  if (poured_ && !emitted && !nozzles) emit(g, {}, buffers);  // those of the step before have settled
}

void SphPointer::press(graph::Graph& g, const Disturbance& d, double seconds, double share, const SphBuffers& buffers) {
  const glm::dvec3 push =
      d.strength * s_.strength * (d.along * press_pull * seconds + d.motion * (share / drag_seconds));
  if (push == glm::dvec3(0)) return;
  g.compute("press", "sph/press.comp")
      .read("position", buffers.position)
      .read("control", buffers.control)
      .modify("velocity", buffers.velocity)
      .accumulate("reports", buffers.reports)
      .params(SphPressParams{.at = glm::vec3(d.point),
                             .along = glm::vec3(d.along),
                             .push = glm::vec3(push),
                             .radius = static_cast<float>(radius(d))})
      .over({params_.grid.capacity, 1, 1});
}

void SphPointer::pour(graph::Graph& g, const Disturbance& d, double seconds, const SphBuffers& buffers) {
  const double r = radius(d), gravity = static_cast<double>(params_.gravity);
  const double speed = pour_speed(r, gravity) * std::min(d.strength * s_.strength, 100.0);
  if (!pouring_) fallen_ = spacing_;  // the first layer is due
  pouring_ = true;
  fallen_ += speed * seconds;
  const double due = std::floor(fallen_ / spacing_ + 1e-9);
  if (due < 1) return;
  const double layers = std::min(due, static_cast<double>(sph_pour_layers));
  fallen_ -= due * spacing_;
  const double ahead = std::max(fallen_, 0.0) + (layers - 1) * spacing_;
  SphPourParams p{.low = params_.grid.low,
                  .high = params_.high,
                  .at = glm::vec3(d.point),
                  .along = glm::vec3(d.along),
                  .radius = static_cast<float>(r),
                  .spacing = static_cast<float>(spacing_),
                  .lift = static_cast<float>(2 * r + layers * spacing_),
                  .speed = static_cast<float>(speed),
                  .ahead = static_cast<float>(ahead),
                  .layers = static_cast<std::uint32_t>(layers),
                  .capacity = params_.grid.capacity};
  g.compute("find", "sph/pour_find.comp")
      .read("position", buffers.position)
      .read("control", buffers.control)
      .write("found", found_)
      .params(p)
      .groups({1, 1, 1});
  g.clear("clear_taken", taken_);
  g.compute("look", "sph/pour_look.comp")
      .read("position", buffers.position)
      .read("control", buffers.control)
      .read("found", found_)
      .accumulate("taken", taken_)
      .params(p)
      .over({params_.grid.capacity, 1, 1});
  emit(g, p, buffers);
}

void SphPointer::emit(graph::Graph& g, const SphPourParams& p, const SphBuffers& buffers) {
  g.compute("pour", "sph/pour.comp")
      .read("found", found_)
      .read("taken", taken_)
      .modify("control", buffers.control)
      .modify("position", buffers.position)
      .modify("velocity", buffers.velocity)
      .params(p)
      .groups({1, 1, 1});
}

}  // namespace undine::sph

#include "passes/columns/pointer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "passes/columns/node.h"

namespace undine::columns {

namespace {

constexpr double hold = 1.0 / 30;   // seconds that a press lasts when no other follows: two pictures
constexpr double press_head = 0.4;  // of strength 1, in radii
constexpr double pour_rate = 4;     // of strength 1, in radii of depth per second

}  // namespace

void Pointer::take(const Disturbance& d) {
  constexpr std::size_t most = 64;
  if (!std::isfinite(d.point.x + d.point.y + d.point.z + d.motion.x + d.motion.z + d.radius + d.strength) ||
      !std::isfinite(d.along.x + d.along.y + d.along.z + d.seconds) || !(d.radius > 0) || !(d.strength > 0))
    return;
  if (d.pour || s_.pointer.action == PointerSettings::Action::pour) {
    if (pours_.size() < most && d.seconds > 0) pours_.push_back(d);
    return;
  }
  const bool waits = press_ && pressed_ == 0;  // no step has come since the last one
  const glm::dvec3 before = waits ? press_->motion : glm::dvec3(0);
  press_ = d;
  press_->motion += before;
  pressed_ = 0;
}

void Pointer::forget() {
  pours_.clear();
  press_.reset();
}

glm::dvec2 Pointer::place(const glm::dvec3& point) const {
  return 0.5 * s_.size + glm::dvec2(point.x - s_.origin.x, point.z - s_.origin.z);
}

double Pointer::radius(const Disturbance& d) const {
  const glm::dvec2 cell = s_.cell();
  return std::max(std::min(d.radius, 0.5 * glm::length(s_.size)), 1.5 * std::max(cell.x, cell.y));
}

graph::Buffer Pointer::find(graph::Graph& g, const Disturbance& d, const Planes& planes, double top,
                            double bottom) const {
  const graph::Buffer found = g.buffer(g.name(fmt::format("{}/pointer", name_)), {.bytes = 16});
  const glm::dvec2 at = place(d.point);
  // Part of the ray between the highest and the lowest water; across the grid where the ray is level.
  glm::dvec2 from = at, to = at;
  double high = d.point.y - s_.origin.y, low = high;
  if (d.along.y < -1e-3) {
    const glm::dvec2 slope = glm::dvec2(d.along.x, d.along.z) / -d.along.y;
    from = at + slope * (high - top);
    to = at + slope * (high - bottom);
    high = top;
    low = bottom;
  }
  auto node = g.compute("find", "columns/find.comp");
  tell_columns(node, s_).read("water", planes.water).read("bed", planes.bed).write("found", found);
  node.params(FindParams{.from = glm::vec2(from),
                         .to = glm::vec2(to),
                         .at = glm::vec2(at),
                         .cell = glm::vec2(s_.cell()),
                         .high = static_cast<float>(high),
                         .low = static_cast<float>(low)});
  node.groups({1, 1, 1});
  return found;
}

void Pointer::apply(graph::Graph& g, const Planes& planes, double dt, double top, double bottom,
                    const std::function<void(graph::Graph&, const Press&)>& press) {
  const glm::dvec2 cell = s_.cell();
  auto over = [&](double reach_x, double reach_z) {
    const double x = std::min(std::ceil(2 * reach_x / cell.x) + 3, double(s_.cells.x)),
                 z = std::min(std::ceil(2 * reach_z / cell.y) + 3, double(s_.cells.y));
    return glm::ivec2(x, z);
  };
  // A pour is a rate: a step takes its own seconds from the first that wait, so that pictures do not count.
  const double rounding = 1e-9 * dt;
  for (double left = dt; left > rounding && !pours_.empty();) {
    Disturbance& d = pours_.front();
    const double seconds = std::min(left, d.seconds);
    const graph::Buffer found = find(g, d, planes, top, bottom);
    const double r = radius(d);
    const glm::ivec2 count = over(r, r);
    auto node = g.compute("pour", "columns/pour.comp");
    tell_columns(node, s_)
        .modify("water", planes.water)
        .read("found", found)
        .modify("peaks", planes.peaks)
        .optional("nested", planes.nested)
        .optional("come", planes.come, graph::Verb::modify)
        .over({static_cast<std::uint32_t>(count.x), static_cast<std::uint32_t>(count.y), 1});
    const double depth = pour_rate * seconds * d.radius * d.strength * s_.pointer.strength;
    node.params(PourParams{
        .count = count, .cell = glm::vec2(cell), .radius = static_cast<float>(r), .depth = static_cast<float>(depth)});
    left -= seconds;
    d.seconds -= seconds;
    if (d.seconds <= rounding) pours_.erase(pours_.begin());
  }
  if (!press_) return;
  const Disturbance& d = *press_;
  const graph::Buffer found = find(g, d, planes, top, bottom);
  const double r = radius(d);
  const glm::dvec2 motion = pressed_ == 0 ? glm::dvec2(d.motion.x, d.motion.z) : glm::dvec2(0);
  const glm::ivec2 count = over(r + std::abs(motion.x) / 2, r + std::abs(motion.y) / 2);
  press(g, {.found = found,
            .count = count,
            .motion = motion,
            .radius = r,
            .head = press_head * d.radius * d.strength * s_.pointer.strength});
  pressed_ += dt;
  if (pressed_ > hold * (1 - 1e-9)) press_.reset();
}

}  // namespace undine::columns

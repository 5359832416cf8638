#include "engine/scene/scene_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/scene/farthest.h"

namespace undine {
namespace {

void describe_axis(settings::Visitor& v, glm::dvec3& axis, glm::dvec3& center) {
  v.value("axis", axis, {.help = "axis of rotation, right-handed", .min = -1, .max = 1});
  v.value("center", center, {.help = "point on the axis, world", .unit = "m", .min = -farthest, .max = farthest});
  if (glm::length(axis) < 1e-6) v.reject("axis", "has no direction", "numbers from -1 to 1, not all 0");
}

using Values = std::array<double, 6>;
Values values_of(const MotionKey& k) {
  return {k.translate.x, k.translate.y, k.translate.z, k.rotate.x, k.rotate.y, k.rotate.z};
}

// Slope at a key from the secants before and after it.
double slope(double before, double after, double span_before, double span_after) {
  if (before * after <= 0) return 0;
  const double a = 2 * span_after + span_before, b = span_after + 2 * span_before;
  return (a + b) / (a / before + b / after);  // weighted harmonic mean: within the monotone region
}

Values between(const std::vector<MotionKey>& keys, bool repeat, double time) {
  const std::size_t n = keys.size();
  const double first = keys.front().time, last = keys.back().time;
  if (n == 1 || (!repeat && time <= first)) return values_of(keys.front());
  if (!repeat && time >= last) return values_of(keys.back());
  if (repeat) time = first + (time - first) - (last - first) * std::floor((time - first) / (last - first));
  std::size_t i = 0;
  while (i + 2 < n && time >= keys[i + 1].time) ++i;
  const auto span = [&](std::size_t k) { return keys[k + 1].time - keys[k].time; };
  const double h = span(i), s = std::clamp((time - keys[i].time) / h, 0.0, 1.0);
  const auto secant = [&](std::size_t k, std::size_t c) {
    return (values_of(keys[k + 1])[c] - values_of(keys[k])[c]) / span(k);
  };
  Values out{};
  for (std::size_t c = 0; c < 6; ++c) {
    const auto slope_at = [&](std::size_t k) {  // at rest where the motion begins and ends
      const bool edge = k == 0 || k + 1 == n;
      if (edge && !repeat) return 0.0;
      const std::size_t before = edge ? n - 2 : k - 1, after = edge ? 0 : k;
      return slope(secant(before, c), secant(after, c), span(before), span(after));
    };
    const double a = values_of(keys[i])[c], b = values_of(keys[i + 1])[c];
    out[c] = a + s * s * (3 - 2 * s) * (b - a) + h * s * (1 - s) * ((1 - s) * slope_at(i) - s * slope_at(i + 1));
  }
  return out;
}

RigidPose on_track(const MeshMotion& motion, double time) {
  const std::vector<RigidPose>& track = motion.track;
  const double last = static_cast<double>(track.size() - 1);
  double at = time * motion.track_rate;
  if (motion.repeat && last > 0) at -= last * std::floor(at / last);
  at = std::clamp(at, 0.0, last);
  const auto i = std::min(static_cast<std::size_t>(at), track.size() - 1), next = std::min(i + 1, track.size() - 1);
  const double share = at - static_cast<double>(i);
  return {glm::mix(track[i].shift, track[next].shift, share), glm::slerp(track[i].turn, track[next].turn, share)};
}

}  // namespace

void MotionKey::describe(settings::Visitor& v) {
  v.value("time", time, {.help = "time of this keyframe", .unit = "s", .min = 0, .max = 1e9});
  v.value("translate", translate,
          {.help = "displacement from its position", .unit = "m", .min = -farthest, .max = farthest});
  v.value("rotate", rotate,
          {.help = "rotation about its origin: about x, then y, then z; may exceed a full turn",
           .unit = "degrees",
           .min = -1e6,
           .max = 1e6});
}

void MotionSpin::describe(settings::Visitor& v) {
  describe_axis(v, axis, center);
  v.value("rate", rate, {.help = "angular speed", .unit = "degrees/s", .min = -36000, .max = 36000});
}

void MotionAxle::describe(settings::Visitor& v) {
  describe_axis(v, axis, center);
  v.value("inertia", inertia,
          {.help = "moment of inertia about the axis", .unit = "kg m²", .min = 0, .max = 1e12, .above_min = true});
  v.value("friction", friction, {.help = "friction torque of the bearings", .unit = "N m", .min = 0, .max = 1e9});
  v.value("load", load,
          {.help = "load torque per rad/s; power is load times the square of the angular speed",
           .unit = "N m s",
           .min = 0,
           .max = 1e9});
  v.value("rate", rate, {.help = "initial angular velocity", .unit = "degrees/s", .min = -36000, .max = 36000});
}

void MeshMotion::describe(settings::Visitor& v) {
  v.value("name", name, {.help = "name in --stats and messages"});
  v.list("keys", keys, {.help = "keyframes with smooth interpolation; at rest before the first and after the last"});
  v.value("animation", animation,
          {.help = "animation of the glTF file that moves the mesh's node: its name, or its index from 0"});
  v.value("repeat", repeat,
          {.help = "repeats after the last keyframe, which must equal the first, or after the animation"});
  v.optional("spin", spin, {.help = "rotates at constant speed about an axis"});
  v.optional("axle", axle, {.help = "rotates freely about an axis, driven by water and bodies: a water wheel"});
  const int kinds = (keys.empty() ? 0 : 1) + (animation.empty() ? 0 : 1) + (spin ? 1 : 0) + (axle ? 1 : 0);
  if (kinds == 0) v.reject("keys", "nothing moves", "one of \"keys\", \"animation\", \"spin\" and \"axle\"");
  if (kinds > 1)
    v.reject(axle   ? "axle"
             : spin ? "spin"
                    : "animation",
             fmt::format("is one of {} motions", kinds), "one of \"keys\", \"animation\", \"spin\" and \"axle\"");
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (!(keys[i].time > keys[i - 1].time))
      v.reject(fmt::format("keys/{}/time", i), fmt::format("{} s is not after {} s", keys[i].time, keys[i - 1].time),
               "times that rise");
  if (!repeat || keys.empty()) return;
  if (keys.size() < 2) v.reject("keys", "one key cannot be repeated", "two keys or more, or \"repeat\": false");
  const glm::dvec3 turns = (keys.back().rotate - keys.front().rotate) / 360.0;
  if (glm::length(keys.back().translate - keys.front().translate) > 1e-9 ||
      glm::length(turns - glm::round(turns)) > 1e-9)
    v.reject(fmt::format("keys/{}", keys.size() - 1), "differs from the first key, so the repeated motion would jump",
             "the \"translate\" of the first, and its \"rotate\" or whole turns more");
}

glm::dquat turn_of(const glm::dvec3& degrees) {
  const glm::dvec3 r = glm::radians(degrees);
  return glm::angleAxis(r.z, glm::dvec3(0, 0, 1)) * glm::angleAxis(r.y, glm::dvec3(0, 1, 0)) *
         glm::angleAxis(r.x, glm::dvec3(1, 0, 0));
}

RigidPose pose_at(const MeshMotion& motion, const glm::dvec3& origin, double time) {
  if (!motion.track.empty()) return on_track(motion, time);
  RigidPose out;
  glm::dvec3 pivot = origin;
  if (motion.spin) {
    // Whole turns are left out first, so that an hour is as exact as a second.
    const double degrees = std::fmod(motion.spin->rate * time, 360.0);
    out.turn = glm::angleAxis(glm::radians(degrees), glm::normalize(motion.spin->axis));
    pivot = motion.spin->center;
  } else if (!motion.keys.empty()) {
    const Values v = between(motion.keys, motion.repeat, time);
    out.turn = turn_of({v[3], v[4], v[5]});
    out.shift = {v[0], v[1], v[2]};
  }
  out.shift += pivot - out.turn * pivot;
  return out;
}

}  // namespace undine

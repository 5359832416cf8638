// [BG88] P. Barry, R. Goldman, A recursive evaluation algorithm for a class of Catmull-Rom splines, SIGGRAPH 1988.
#include "engine/scene/camera_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "engine/scene/farthest.h"

namespace undine {
namespace {

void describe_place(settings::Visitor& v, glm::dvec3& eye, glm::dvec3& target, double& fov, const char* of) {
  v.value("eye", eye, {.help = "position of the camera", .unit = "m", .min = -farthest_eye, .max = farthest_eye});
  v.value("target", target, {.help = of, .unit = "m", .min = -farthest, .max = farthest});
  v.value("fov", fov, {.help = "vertical angle of view", .unit = "degrees", .min = 1, .max = 170});
}

struct Point {  // of a key, with its body where it now is
  glm::dvec3 eye, target;
  double fov;
};
Point operator-(const Point& a, const Point& b) { return {a.eye - b.eye, a.target - b.target, a.fov - b.fov}; }
Point operator+(const Point& a, const Point& b) { return {a.eye + b.eye, a.target + b.target, a.fov + b.fov}; }
Point operator*(double f, const Point& p) { return {f * p.eye, f * p.target, f * p.fov}; }

}  // namespace

void CameraKey::describe(settings::Visitor& v) {
  v.value("time", time,
          {.help = "simulated time of this keyframe", .unit = "s", .min = 0, .max = 1e9, .required = true});
  describe_place(v, eye, target, fov,
                 "point that the camera looks at; with a body: relative to its center of mass, in world axes");
  v.value("body", body, {.help = "name of a body that the camera follows"});
  v.value("ease", ease, {.help = "0: passes at full speed; 1: stops here and starts again", .min = 0, .max = 1});
  if (body.empty() && eye == target) v.reject("target", "coincides with the eye", "a point away from the eye");
}

void CameraSettings::describe(settings::Visitor& v) {
  describe_place(v, eye, target, fov, "point that the camera looks at");
  v.list("path", path, {.help = "keyframes of a camera path, for `render` and for key P in a window", .live = true});
  if (eye == target) v.reject("target", "coincides with the eye", "a point away from the eye");
  if (path.size() == 1) v.reject("path", "a path needs more than one key", "two keys or more, or none");
  for (std::size_t i = 1; i < path.size(); ++i)
    if (!(path[i].time > path[i - 1].time))
      v.reject(fmt::format("path/{}/time", i),
               fmt::format("{} s comes after {} s of the key before", path[i].time, path[i - 1].time),
               "times that rise from key to key");
}

bool looks_at_bodies(std::span<const CameraKey> path) {
  return std::ranges::any_of(path, [](const CameraKey& key) { return !key.body.empty(); });
}

CameraPlace camera_at(std::span<const CameraKey> path, double time,
                      const std::function<glm::dvec3(const std::string& body)>& body) {
  if (path.empty()) return {};
  const auto point = [&](std::size_t i) {
    const CameraKey& key = path[i];
    return Point{key.eye, key.body.empty() ? key.target : key.target + body(key.body), key.fov};
  };
  const std::size_t last = path.size() - 1;
  const auto slope = [&](std::size_t i) { return 1 / (path[i + 1].time - path[i].time) * (point(i + 1) - point(i)); };
  const auto velocity = [&](std::size_t i) {
    const double kept = 1 - path[i].ease;
    if (i == 0 || i == last) return kept * slope(i == 0 ? 0 : last - 1);
    const double before = path[i].time - path[i - 1].time, after = path[i + 1].time - path[i].time;
    return kept / (before + after) * (after * slope(i - 1) + before * slope(i));
  };
  const auto next = std::ranges::upper_bound(path, time, {}, &CameraKey::time);
  const auto at = static_cast<std::size_t>(next - path.begin());
  Point p;
  if (at == 0 || at > last) {
    p = point(at == 0 ? 0 : last);
  } else {
    const double span = path[at].time - path[at - 1].time, s = (time - path[at - 1].time) / span, rest = 1 - s;
    p = (1 + 2 * s) * rest * rest * point(at - 1) + s * s * (3 - 2 * s) * point(at) +
        s * rest * span * (rest * velocity(at - 1) + -s * velocity(at));
  }
  CameraPlace out{p.eye, p.target, std::clamp(p.fov, 1.0, 170.0)};
  const CameraKey& near = path[std::min(at, last)];
  if (glm::length(out.target - out.eye) < 1e-6)
    out.target = out.eye + (near.target == near.eye ? glm::dvec3(0, -1, 0) : near.target - near.eye);
  return out;
}

std::vector<CameraKey> fit_path(std::span<const CameraSample> samples, double tolerance) {
  if (samples.size() < 2) return {};
  const auto key = [&](std::size_t i) {
    const CameraPlace& p = samples[i].place;
    return CameraKey{.time = samples[i].time, .eye = p.eye, .target = p.target, .fov = p.fov};
  };
  std::vector<std::size_t> taken{0, samples.size() - 1};
  std::vector<CameraKey> path{key(0), key(samples.size() - 1)};
  const auto miss = [&](std::size_t i) {
    const CameraPlace at = camera_at(path, samples[i].time, {}), &wanted = samples[i].place;
    const double away = glm::distance(wanted.eye, wanted.target);
    return (glm::distance(at.eye, wanted.eye) + glm::distance(at.target, wanted.target)) / away +
           std::abs(at.fov - wanted.fov) / wanted.fov;
  };
  for (;;) {
    // The worst sample of every span that misses one becomes a key.
    std::vector<std::size_t> more;
    for (std::size_t span = 0; span + 1 < taken.size(); ++span) {
      std::size_t worst = 0;
      double most = tolerance;
      for (std::size_t i = taken[span] + 1; i < taken[span + 1]; ++i)
        if (const double m = miss(i); m > most) {
          most = m;
          worst = i;
        }
      if (worst > 0) more.push_back(worst);
    }
    if (more.empty()) return path;
    taken.insert(taken.end(), more.begin(), more.end());
    std::ranges::sort(taken);
    path.clear();
    std::ranges::transform(taken, std::back_inserter(path), key);
  }
}

}  // namespace undine

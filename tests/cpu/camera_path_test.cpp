// Camera paths: interpolation of keys, smoothness, easing, and validation in scenes.
#include "engine/scene/camera_path.h"

#include <array>
#include <cmath>
#include <random>

#include "tests/cpu/scene_fixture.h"

namespace undine::test {
namespace {

glm::dvec3 none(const std::string&) { return {}; }

std::vector<CameraKey> path(std::size_t keys, double ease = 0) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> d(-3, 3);
  std::vector<CameraKey> out;
  double time = 2;
  for (std::size_t i = 0; i < keys; ++i) {
    out.push_back({.time = time,
                   .eye = {d(random), d(random), d(random)},
                   .target = {d(random), d(random) + 9, d(random)},
                   .fov = 50 + 5 * d(random),
                   .ease = ease});
    time += 0.3 + std::abs(d(random));
  }
  return out;
}

// Barry and Goldman's pyramid for the times of four keys.
glm::dvec3 pyramid(const std::array<glm::dvec3, 4>& p, const std::array<double, 4>& t, double at) {
  std::array<glm::dvec3, 4> row = p;
  const auto mix = [&](std::size_t i, std::size_t a, std::size_t b) {
    row[i] = ((t[b] - at) * row[i] + (at - t[a]) * row[i + 1]) / (t[b] - t[a]);
  };
  for (std::size_t i = 0; i < 3; ++i) mix(i, i, i + 1);
  for (std::size_t i = 0; i < 2; ++i) mix(i, i, i + 2);
  mix(0, 1, 2);
  return row[0];
}

TEST(CameraPath, IsTheCatmullRomSplineOverItsTimes) {
  const auto keys = path(6);
  double most = 0;
  for (std::size_t i = 1; i + 2 < keys.size(); ++i) {
    std::array<glm::dvec3, 4> eyes, targets;
    std::array<double, 4> times{};
    for (std::size_t k = 0; k < 4; ++k) {
      eyes[k] = keys[i - 1 + k].eye;
      targets[k] = keys[i - 1 + k].target;
      times[k] = keys[i - 1 + k].time;
    }
    for (int k = 0; k <= 20; ++k) {
      const double at = glm::mix(keys[i].time, keys[i + 1].time, k / 20.0);
      const CameraPlace place = camera_at(keys, at, none);
      most = std::max({most, glm::distance(place.eye, pyramid(eyes, times, at)),
                       glm::distance(place.target, pyramid(targets, times, at))});
    }
  }
  EXPECT_LT(most, 1e-13);
}

TEST(CameraPath, PassesItsKeysAndStandsBeforeAndAfter) {
  for (const double ease : {0.0, 0.4, 1.0}) {
    const auto keys = path(5, ease);
    for (const CameraKey& key : keys) {
      const CameraPlace at = camera_at(keys, key.time, none);
      EXPECT_LT(glm::distance(at.eye, key.eye) + glm::distance(at.target, key.target) + std::abs(at.fov - key.fov),
                1e-13);
    }
    EXPECT_EQ(camera_at(keys, 0, none).eye, keys.front().eye);
    EXPECT_EQ(camera_at(keys, 1e6, none).target, keys.back().target);
  }
}

// Velocities on both sides of a key, by second-order differences.
TEST(CameraPath, IsSmoothAndEasesToRest) {
  for (const double ease : {0.0, 0.3, 1.0}) {
    const auto keys = path(6, ease);
    const auto plain = path(6);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const double t = keys[i].time, h = 1e-5;
      const auto eye = [&](const auto& of, double at) { return camera_at(of, at, none).eye; };
      const auto side = [&](const auto& of, double step) {
        return (-3.0 * eye(of, t) + 4.0 * eye(of, t + step) - eye(of, t + 2 * step)) / (2 * step);
      };
      const bool first = i == 0, last = i + 1 == keys.size();
      const double most = 1e-8 * (1 + glm::length(side(plain, last ? -h : h)));
      if (!first && !last) {
        EXPECT_LT(glm::distance(side(keys, h), side(keys, -h)), 10 * most) << i;
      }
      const glm::dvec3 here = side(keys, last ? -h : h), full = side(plain, last ? -h : h);
      EXPECT_LT(glm::distance(here, (1 - ease) * full), 10 * most) << i;
      EXPECT_GT(glm::length(full), 0.1);
      if (first) {
        EXPECT_LT(glm::distance(full, (keys[1].eye - keys[0].eye) / (keys[1].time - t)), 1e-6);
      }
    }
  }
}

TEST(CameraPath, LooksAtABodyWhereverItIs) {
  std::vector<CameraKey> keys{{.time = 0, .eye = {0, 1, 5}, .target = {0, 0.5, 0}, .body = "boat"},
                              {.time = 2, .eye = {0, 1, 5}, .target = {0, 0.5, 0}, .body = "boat"},
                              {.time = 4, .eye = {0, 1, 5}, .target = {7, 0, 0}}};
  EXPECT_TRUE(looks_at_bodies(keys));
  const auto at = [](const glm::dvec3& p) { return [p](const std::string&) { return p; }; };
  EXPECT_LT(glm::distance(camera_at(keys, 0, at({1, 2, 3})).target, glm::dvec3(1, 2.5, 3)), 1e-13);
  EXPECT_LT(glm::distance(camera_at(keys, 2, at({3, 2, 1})).target, glm::dvec3(3, 2.5, 1)), 1e-13);
  EXPECT_LT(glm::distance(camera_at(keys, 4, at({3, 2, 1})).target, glm::dvec3(7, 0, 0)), 1e-13);
  // A target at the eye has no direction; the direction of the keys applies.
  const CameraPlace inside = camera_at(keys, 0, at({0, 0.5, 5}));
  EXPECT_GT(glm::distance(inside.eye, inside.target), 0.1);
}

TEST(CameraPath, RecordedSamplesAreKept) {
  std::vector<CameraSample> samples;
  for (int i = 0; i <= 600; ++i) {
    const double t = 3 + i / 60.0;
    samples.push_back(
        {t, {{5 * std::cos(t), 2 + 0.3 * std::sin(3 * t), 5 * std::sin(t)}, {0, t > 8 ? 0.5 : 0, 0}, 45}});
  }
  const auto keys = fit_path(samples);
  EXPECT_LT(keys.size(), samples.size() / 6);
  double most = 0;
  for (const CameraSample& s : samples) {
    const CameraPlace at = camera_at(keys, s.time, none);
    most = std::max(most, (glm::distance(at.eye, s.place.eye) + glm::distance(at.target, s.place.target)) /
                              glm::distance(s.place.eye, s.place.target));
  }
  EXPECT_LE(most, 0.005);
  EXPECT_EQ(keys.front().time, 3);
  EXPECT_EQ(keys.back().time, 13);
  EXPECT_TRUE(fit_path(std::span(samples).first(1)).empty());
}

using CameraScenes = SceneTest;

std::string with_path(const std::string& keys, const std::string& rest = "") {
  return R"({"version": 1, "camera": {"path": [)" + keys + "]}" + rest + "}";
}

TEST_F(CameraScenes, BadPathsAreAnswered) {
  EXPECT_EQ(message(with_path(R"({"time": 0})")),
            "s.json: /camera/path: a path needs more than one key (allowed: two keys or more, or none)");
  EXPECT_EQ(message(with_path(R"({"time": 0}, {"time": 2}, {"time": 2})")),
            "s.json: /camera/path/2/time: 2 s comes after 2 s of the key before (allowed: times that rise from key to "
            "key)");
  EXPECT_EQ(message(with_path(R"({"time": 0}, {"time": 1, "body": "boat"})",
                              R"(, "bodies": [{"name": "ball", "shape": "sphere"}])")),
            "s.json: /camera/path/1/body: no body is named \"boat\" (allowed: the name of one of \"bodies\")");
  EXPECT_EQ(message(with_path(R"({"time": 0}, {"eye": [1, 1, 1]})")).substr(0, 30), "s.json: /camera/path/1: \"time\"");
  EXPECT_EQ(message(with_path(R"({"time": 0, "eye": [1, 1, 1], "target": [1, 1, 1]}, {"time": 1})")),
            "s.json: /camera/path/0/target: coincides with the eye (allowed: a point away from the eye)");
  EXPECT_EQ(message(with_path(R"({"time": 0, "ease": 2}, {"time": 1})")).substr(0, 28), "s.json: /camera/path/0/ease:");
}

TEST_F(CameraScenes, ARecordedPathIsAPartThatScenesInclude) {
  CameraSettings camera;
  camera.path = path(3);
  folder.write("undine_camera_001.json", save_camera(camera));
  const Scene scene = parse(R"({"version": 1, "include": "undine_camera_001.json", "camera": {"eye": [9, 9, 9]}})");
  EXPECT_EQ(scene.camera.eye, glm::dvec3(9));
  ASSERT_EQ(scene.camera.path.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(scene.camera.path[i].time, camera.path[i].time);
    EXPECT_EQ(scene.camera.path[i].eye, camera.path[i].eye);
  }
  EXPECT_EQ(parse(with_path(R"({"time": 1, "eye": [7, 1, 0]}, {"time": 2})")).camera.eye, glm::dvec3(7, 1, 0))
      << "where the path begins";
}

}  // namespace
}  // namespace undine::test

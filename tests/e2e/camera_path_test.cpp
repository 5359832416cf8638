// Camera paths in films and in the window.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/files/npy.h"
#include "tests/e2e/scenes.h"
#include "tests/e2e/window_script.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

std::string ball_scene(const std::string& camera) {
  return R"({"version": 1, "name": "ball", "clock": {"step": 0.01}, "camera": )" + camera + R"(,
    "water": [{"name": "pool", "solver": "wave", "cells": [32, 32], "size": [4, 4]}],
    "bodies": [{"shape": "box", "size": [0.2, 0.2, 0.2], "position": [1.5, 0, 1.5]},
               {"name": "ball", "shape": "sphere", "radius": 0.3, "density": 400, "position": [0.3, 1, -0.2],
                "velocity": [0.7, 0, 0.3]}]})";
}

class CameraFilms : public testing::Test {
 protected:
  void run(std::vector<std::string> line) {
    if (line.front() == "render") line.insert(line.end(), {"--size", "64x40"});
    line.emplace_back("--validation");
    const Outcome outcome = undine(std::move(line));
    ASSERT_EQ(outcome.code, 0) << outcome.text();
  }
  TempFolder folder;
};

// The same images as with a camera at explicit positions of the ball.
TEST_F(CameraFilms, ACameraFollowsABody) {
  const std::string film = folder.write("film.json", ball_scene(R"({"path": [
      {"time": 0, "eye": [2, 1.5, 3], "target": [0, 0.125, 0], "body": "ball"},
      {"time": 1, "eye": [2, 1.5, 3], "target": [0, 0.125, 0], "body": "ball", "fov": 45}]})"));
  run({"render", film, "--frames", "12", "--out", folder.file("film/%02d.png")});
  const Outcome simulated =
      undine({"simulate", film, "--steps", "12", "--every", "6", "--dump", "bodies.state=" + folder.file("state.npy")});
  ASSERT_EQ(simulated.code, 0) << simulated.text();
  for (const int step : {6, 12}) {
    const files::Array state = files::read_npy(folder.file(fmt::format("state_{:06}.npy", step)));
    nlohmann::json camera{{"eye", {2, 1.5, 3}}, {"fov", 45}};
    for (std::size_t k = 0; k < 3; ++k)
      camera["target"].push_back(static_cast<double>(state.values[13 + k]) + (k == 1 ? 0.125 : 0));
    const std::string still = folder.write("still.json", ball_scene(camera.dump()));
    run({"render", still, "--frames", std::to_string(step), "--out", folder.file("still.png")});
    EXPECT_TRUE(folder.read("still.png") == folder.read(fmt::format("film/{:02}.png", step - 1))) << step;
  }
  EXPECT_NE(folder.read("film/05.png"), folder.read("film/11.png"));
}

TEST_F(CameraFilms, PathsGiveTheSameFilmInParts) {
  const std::string film = folder.write("film.json", ball_scene(R"({"path": [
      {"time": 0.01, "eye": [2, 1.5, 3], "ease": 1}, {"time": 0.05, "eye": [-1, 1, 3], "target": [0, 0, 0], "body": "ball"},
      {"time": 0.08, "eye": [-2, 2, 1], "target": [0.5, 0, 0], "fov": 30, "ease": 1}]})"));
  const auto line = [&](const std::string& to, std::vector<std::string> more) {
    more.insert(more.begin(), {"render", film, "--out", folder.file(to + "/%d.png"), "--samples", "2"});
    return more;
  };
  run(line("whole", {"--frames", "8"}));
  run({"simulate", film, "--steps", "8", "--checkpoint", folder.file("run.zip"), "--every", "3"});
  run(line("parts", {"--frames", "8", "--part", "1/2"}));
  run(line("parts", {"--frames", "8", "--part", "2/2", "--resume", folder.file("run.zip")}));
  run(line("chosen", {"--frames", "3..3"}));
  for (int frame = 0; frame < 8; ++frame) {
    const std::string name = fmt::format("/{}.png", frame);
    EXPECT_TRUE(folder.read("parts" + name) == folder.read("whole" + name)) << name;
    if (frame > 0) {
      EXPECT_FALSE(folder.read(fmt::format("whole/{}.png", frame - 1)) == folder.read("whole" + name)) << name;
    }
  }
  EXPECT_TRUE(folder.read("chosen/3.png") == folder.read("whole/3.png"));
}

TEST_F(CameraFilms, AreFlownAndPlayedInTheWindow) {
  ShaderCopy copy(folder);
  folder.write("small.json", small_scene);
  Outcome outcome = in_script(folder, R"(
    start
    press p; says 1 'has no path'
    press c; says 1 'the camera is recorded'
    steps 2; xdotool keydown d; steps 4; xdotool keyup d; steps 2
    press c; says 1 'undine_camera_001.json written'
    sed 's/"name": "small"/"include": "undine_camera_001.json", "name": "small"/' small.json > new.json; mv new.json small.json
    says 1 'scene reloaded'
    press p; says 1 'path has ended'
    leave)");
  EXPECT_EQ(outcome.code, 143) << outcome.text();
  outcome = undine({"check", folder.file("small.json")});
  EXPECT_EQ(outcome.code, 0) << outcome.text();
  const auto part = nlohmann::json::parse(folder.read("undine_camera_001.json"));
  const auto& keys = part.at("camera").at("path");
  EXPECT_GE(keys.size(), 2u);
  EXPECT_NE(keys.front().at("eye"), keys.back().at("eye"));
}

}  // namespace
}  // namespace undine::test

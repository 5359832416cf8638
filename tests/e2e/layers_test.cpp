// Images with depth, normal, motion and id: read by OpenEXR's multi-part reader, against the camera, the scene's
// objects, and the positions of both in the previous frame.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/files/npy.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

constexpr std::size_t width = 96, height = 60;

struct Layers {
  std::vector<std::string> parts;
  std::map<std::string, std::vector<float>> reals;  // "normal.X"
  std::map<std::string, std::vector<std::uint32_t>> ids;
  float real(const std::string& name, std::size_t x, std::size_t y) const { return reals.at(name)[y * width + x]; }
  glm::uvec2 id(std::size_t x, std::size_t y) const {
    return {ids.at("id.kind")[y * width + x], ids.at("id.index")[y * width + x]};
  }
};

Layers read_layers(const std::string& path) {
  Imf::MultiPartInputFile file(path.c_str(), 0);
  Layers out;
  for (int i = 0; i < file.parts(); ++i) {
    Imf::InputPart part(file, i);
    const std::string& name = part.header().name();
    out.parts.push_back(name);
    const auto window = part.header().dataWindow();
    EXPECT_EQ(window.max.x, static_cast<int>(width) - 1);
    EXPECT_EQ(window.max.y, static_cast<int>(height) - 1);
    Imf::FrameBuffer frame;
    for (auto c = part.header().channels().begin(); c != part.header().channels().end(); ++c) {
      const std::string channel = name + "." + c.name();
      const bool whole = c.channel().type == Imf::UINT;
      char* to = nullptr;
      if (whole)
        to = reinterpret_cast<char*>((out.ids[channel] = std::vector<std::uint32_t>(width * height)).data());
      else
        to = reinterpret_cast<char*>((out.reals[channel] = std::vector<float>(width * height)).data());
      frame.insert(c.name(), Imf::Slice(whole ? Imf::UINT : Imf::FLOAT, to, 4, 4 * width));
    }
    part.setFrameBuffer(frame);
    part.readPixels(0, static_cast<int>(height) - 1);
  }
  return out;
}

struct Eye {
  glm::dvec3 eye, target;
  double fov = 45;
  glm::dvec3 forward() const { return glm::normalize(target - eye); }
  glm::dvec3 right() const { return glm::normalize(glm::cross(forward(), glm::dvec3(0, 1, 0))); }
  glm::dvec3 up() const { return glm::cross(right(), forward()); }
  double high() const { return std::tan(glm::radians(fov) / 2); }
  // Vector to the point at depth one meter along the axis.
  glm::dvec3 ray(std::size_t x, std::size_t y) const {
    const double u = (static_cast<double>(x) + 0.5) / width * 2 - 1,
                 v = 1 - (static_cast<double>(y) + 0.5) / height * 2;
    return forward() + high() * (u * width / height * right() + v * up());
  }
  glm::dvec2 pixel(const glm::dvec3& place) const {
    const glm::dvec3 d = place - eye;
    const double z = glm::dot(d, forward());
    const glm::dvec2 ndc(glm::dot(d, right()) / (z * high() * width / height), glm::dot(d, up()) / (z * high()));
    return {(ndc.x + 1) / 2 * width, (1 - ndc.y) / 2 * height};
  }
};

class PictureLayers : public testing::Test {
 protected:
  Outcome render(std::vector<std::string> more) const {
    more.insert(more.begin(),
                {"render", scene, "--size", fmt::format("{}x{}", width, height), "--layers", "--validation"});
    return undine(more);
  }
  TempFolder folder;
  // Two keys a frame apart: the camera moves by 0.08 m.
  const Eye before{{0.3, 2.2, 6}, {0, 0.2, 0}}, now{{0.38, 2.2, 6}, {0, 0.2, 0}};
  const std::string scene = folder.write("layers.json", R"({"version": 1, "name": "layers", "clock": {"step": 0.01},
    "camera": {"path": [{"time": 0.01, "eye": [0.3, 2.2, 6], "target": [0, 0.2, 0]},
                        {"time": 0.02, "eye": [0.38, 2.2, 6], "target": [0, 0.2, 0]}]},
    "meshes": [{"shape": "plane", "size": [40, 0, 40], "translate": [0, -0.5, 0]},
               {"shape": "box", "size": [1, 2, 0.5], "translate": [-1.6, 0.5, 0.5]}],
    "water": [{"name": "low", "solver": "wave", "cells": [16, 16], "size": [1, 1], "origin": [9, -0.4, 0]},
              {"name": "pool", "solver": "wave", "cells": [32, 32], "size": [2, 2], "origin": [0.2, 0, 2.4]}],
    "bodies": [{"shape": "box", "size": [0.1, 0.1, 0.1], "position": [9, 1, 0]},
               {"name": "ball", "shape": "sphere", "radius": 0.4, "position": [0.5, 1.3, 2.4], "velocity": [0, -3, 0]}]})");
};

TEST_F(PictureLayers, StandBesideTheColor) {
  Outcome run = render({"--frames", "2", "--out", folder.file("%d.exr")});
  ASSERT_EQ(run.code, 0) << run.text();
  run = render({"--frames", "1..1", "--out", folder.file("one.exr")});
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_TRUE(folder.read("one.exr") == folder.read("1.exr")) << "the picture before is drawn for its motion";
  const Layers layers = read_layers(folder.file("1.exr"));
  EXPECT_EQ(layers.parts, (std::vector<std::string>{"color", "depth", "normal", "motion", "id"}));
  EXPECT_EQ(layers.reals.size(), 3u + 1 + 3 + 2);

  std::map<std::pair<unsigned, unsigned>, std::size_t> seen;
  double depth_off = 0, motion_off = 0, ball_off = 0, water_off = 0, normal_off = 0;
  const double fall = 0.01 * (3 + 9.81 * 0.015);  // of the ball between the images, within 1 mm
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const glm::uvec2 id = layers.id(x, y);
      ++seen[{id.x, id.y}];
      const double depth = static_cast<double>(layers.real("depth.Z", x, y));
      const glm::dvec2 motion(layers.real("motion.X", x, y), layers.real("motion.Y", x, y));
      const glm::dvec3 normal(layers.real("normal.X", x, y), layers.real("normal.Y", x, y),
                              layers.real("normal.Z", x, y));
      const glm::dvec3 place = now.eye + depth * now.ray(x, y);
      if (id == glm::uvec2(0, 0)) {
        EXPECT_EQ(depth, 1e10f);
        continue;
      }
      EXPECT_NEAR(glm::length(normal), 1, 1e-3);
      const glm::dvec2 way = now.pixel(place) - before.pixel(place);
      if (id == glm::uvec2(1, 0)) {  // the plane at -0.5 m
        const double meets = (-0.5 - now.eye.y) / now.ray(x, y).y;
        depth_off = std::max(depth_off, std::abs(depth / meets - 1));
        normal_off = std::max(normal_off, glm::distance(normal, glm::dvec3(0, 1, 0)));
        motion_off = std::max(motion_off, glm::distance(motion, way));
      } else if (id == glm::uvec2(1, 1)) {  // the box
        const glm::dvec3 in = glm::abs(place - glm::dvec3(-1.6, 0.5, 0.5)) - glm::dvec3(0.5, 1, 0.25);
        depth_off = std::max(depth_off, std::abs(std::max({in.x, in.y, in.z})) / depth);
        motion_off = std::max(motion_off, glm::distance(motion, way));
      } else if (id == glm::uvec2(7, 1)) {  // the pool's surface, at rest
        water_off = std::max(water_off, std::abs(place.y));
        motion_off = std::max(motion_off, glm::distance(motion, way));
        EXPECT_GT(normal.y, 0.9);
      } else if (id == glm::uvec2(4, 1)) {
        const glm::dvec3 middle(0.5, 1.3 - 0.02 * (3 + 9.81 * 0.01), 2.4);
        ball_off = std::max(ball_off, std::abs(glm::distance(place, middle) - 0.4));
        EXPECT_GT(glm::dot(normal, place - middle), 0.3);
        const glm::dvec2 fell = now.pixel(place) - before.pixel(place + glm::dvec3(0, fall, 0));
        EXPECT_LT(glm::distance(motion, fell), 0.05) << x << ' ' << y;
      }
    }
  for (const auto& [id, least] : std::map<std::pair<unsigned, unsigned>, std::size_t>{
           {{0, 0}, 500}, {{1, 0}, 1000}, {{1, 1}, 200}, {{4, 1}, 40}, {{7, 1}, 200}})
    EXPECT_GT(seen[id], least) << id.first << ' ' << id.second;
  const glm::dvec2 ball = now.pixel({0.5, 1.24, 2.4});
  EXPECT_EQ(layers.id(static_cast<std::size_t>(ball.x), static_cast<std::size_t>(ball.y)), glm::uvec2(4, 1));
  EXPECT_LT(depth_off, 1e-4);
  EXPECT_LT(normal_off, 2e-3);
  EXPECT_LT(motion_off, 0.01) << "pixels";
  EXPECT_LT(water_off, 2e-3);
  EXPECT_LT(ball_off, 0.02) << "its mesh is not quite round";
}

TEST_F(PictureLayers, IncludeParticlesAndPassiveAgents) {
  folder.write("layers.json", R"({"version": 1, "name": "drop", "camera": {"eye": [0, 0.6, 2], "target": [0, 0.3, 0]},
    "water": [{"name": "cube", "solver": "sph", "spacing": 0.05, "domain": {"min": [-0.5, 0, -0.5], "max": [0.5, 1, 0.5]},
               "fluid": [{"box": {"min": [-0.3, 0, -0.3], "max": [0.3, 0.5, 0.3]}}]}]})");
  const Outcome run = render({"--frames", "2", "--out", folder.file("drop.exr")});
  ASSERT_EQ(run.code, 0) << run.text();
  const Layers layers = read_layers(folder.file("drop.exr"));
  EXPECT_EQ(layers.id(width / 2, height / 2), glm::uvec2(7, 0));
  EXPECT_NEAR(layers.real("depth.Z", width / 2, height / 2), 1.7, 0.1);
}

TEST_F(PictureLayers, AreRefusedWhereTheyHaveNoPlace) {
  Outcome run = render({"--frames", "1", "--out", folder.file("x.png")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("--layers"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(".exr"), std::string::npos) << run.err;
  run = render({"--frames", "1", "--samples", "4", "--out", folder.file("x.exr")});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("--samples"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace undine::test

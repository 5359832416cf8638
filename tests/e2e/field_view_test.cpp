// Field views from a user's view.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <set>

#include "engine/files/png.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class FieldViews : public testing::Test {
 protected:
  Outcome render(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{
        "render", scene, "--size", "96x64", "--validation", "--out", folder.file("x.png")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return undine(arguments);
  }
  void refused(const std::vector<std::string>& more, const std::vector<std::string>& parts) const {
    const Outcome run = render(more);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_FALSE(std::filesystem::exists(folder.file("x.png")));
    for (const std::string& part : parts) EXPECT_NE(run.err.find(part), std::string::npos) << part << " in " << run.err;
  }
  files::Bitmap8 picture(const std::vector<std::string>& more) const {
    const Outcome run = render(more);
    EXPECT_EQ(run.code, 0) << run.text();
    return files::read_png8(folder.file("x.png"), 3);
  }
  TempFolder folder;
  std::string scene = folder.write("s.json", R"({"version": 1, "camera": {"eye": [0, 2, 2], "target": [0, 0, 0]},
    "water": [{"name": "w", "solver": "wave", "cells": [16, 8], "size": [2, 1],
               "initial": [{"shape": "gaussian", "height": 0.1, "radius": 0.3}]}]})");
};

TEST_F(FieldViews, RefusalsNameWhatIsAllowed) {
  refused({"--view", "w.hight"}, {"--view w.hight", "final, albedo, normals", "caustics", "w.height, w.rate"});
  refused({"--view", "w.height", "--colormap", "jet"}, {"--colormap jet", "viridis", "diverging, grey"});
  refused({"--view", "w.height", "--component", "x"}, {"--component x", "one number per cell"});
  refused({"--view", "w.height", "--view-as", "list"}, {"--view-as", "surface", "map"});
  refused({"--colormap", "turbo"}, {"--colormap", "'final' is not a field", "w.height"});
  for (const char* range : {"1", "2:1", "1:1", "a:b", "0:inf", "nan:1", "0:", ":"})
    refused({"--view", "w.height", "--range", range}, {"--range", range, "LO:HI"});
}

TEST_F(FieldViews, EveryViewIsAPictureOfItsOwn) {
  const files::Bitmap8 usual = picture({});
  for (const char* view : {"normals", "depth", "w.height", "w.rate"})
    EXPECT_NE(picture({"--view", view}).values, usual.values) << view;
  EXPECT_EQ(picture({"--view", "final"}).values, usual.values);
}

// A wave runs over the whole basin: the largest depth of a column is of an earlier step than the last one, whose
// picture alone is drawn.
TEST_F(FieldViews, FloodMapsCountFromTheStart) {
  scene = folder.write("flood.json", R"({"version": 1, "clock": {"step": 0.05},
    "water": [{"name": "w", "solver": "shallow", "cells": [32, 8], "size": [8, 2],
               "initial": [{"shape": "level", "level": 0.2}, {"shape": "box", "center": [-3, 0], "size": [2, 2], "level": 1}]}]})");
  for (const char* field : {"w.max_depth", "w.max_speed", "w.arrival"}) {
    const std::vector<std::string> view{"--view", field, "--view-as", "map", "--range", "0:1", "--frames"};
    std::vector<std::string> last = view, all{"render", scene, "--size", "96x64", "--out", folder.file("%05d.png")};
    last.emplace_back("59..59");
    all.insert(all.end(), view.begin(), view.end());
    all.emplace_back("60");
    const auto alone = picture(last).values;
    ASSERT_EQ(undine(all).code, 0);
    EXPECT_EQ(alone, files::read_png8(folder.file("00059.png"), 3).values) << field;
  }
}

// From straight above, half a meter of level water over a floor: expected values from the definitions of the views.
TEST_F(FieldViews, ViewsShowTheFieldsOfAWater) {
  scene = folder.write("level.json", R"({"version": 1, "camera": {"eye": [0, 3, 0.001], "target": [0, 0, 0], "fov": 20},
    "meshes": [{"shape": "plane", "size": [9, 0, 9], "translate": [0, -0.5, 0]}],
    "render": {"water": {"ripples": 0, "roughness": 0.3}},
    "water": [{"name": "w", "solver": "wave", "cells": [16, 16], "size": [4, 4]}]})");
  const auto middle = [&](const char* view) {
    const files::Bitmap8 b = picture({"--view", view});
    const std::size_t at = 3 * (32 * 96 + 48);
    return glm::dvec3(b.values[at], b.values[at + 1], b.values[at + 2]) / 255.0;
  };
  const glm::dvec3 up = middle("water_normals");
  EXPECT_NEAR(up.x, 0.5, 0.01);
  EXPECT_NEAR(up.y, 1, 0.01);
  EXPECT_NEAR(up.z, 0.5, 0.01);
  EXPECT_NEAR(middle("thickness").x, 1 - std::exp(-0.5), 0.01);
  EXPECT_NEAR(middle("roughness").x, 0.3, 0.02);
  EXPECT_EQ(middle("shadow").x, 1);
  EXPECT_EQ(middle("foam").x, 0);
}

TEST_F(FieldViews, AreBlackForNoKindOfWater) {
  const std::string particles = folder.write("p.json", R"({"version": 1,
    "camera": {"eye": [0.5, 1.2, 1.6], "target": [0.3, 0.1, 0.2]},
    "water": [{"name": "w", "solver": "sph", "spacing": 0.1, "domain": {"min": [0, 0, 0], "max": [1, 0.8, 0.4]},
               "fluid": [{"box": {"min": [0, 0, 0], "max": [0.6, 0.4, 0.4]}}]}]})");
  for (const std::string& water : {scene, particles})
    for (const char* view :
         {"reflection", "refraction", "water_normals", "thickness", "roughness", "shadow", "motion"}) {
      scene = water;
      const files::Bitmap8 shown = picture({"--view", view});
      EXPECT_GT(std::ranges::max(shown.values), 4) << water << " " << view;
    }
}

TEST_F(FieldViews, AnyResourceOfTheFrameByItsPath) {
  const auto flat = [](const files::Bitmap8& b) {
    return std::ranges::all_of(b.values, [&](auto v) { return v == b.values[0]; });
  };
  std::set<std::string> pictures;
  for (const std::vector<std::string>& path : {std::vector<std::string>{"picture/gbuffer/draw.color1"},
                                               {"frame/picture/gbuffer/draw.depth"},
                                               {"picture/ambient/occlude.visibility"},
                                               {"w/step.u_next", "--row", "16"},
                                               {"w/step#1.u_now", "--words", "uint"},
                                               {"picture/gbuffer/draw.geometry/vertices"},
                                               {"picture/water/copy_lit.target"}}) {
    std::vector<std::string> arguments{"--view"};
    arguments.insert(arguments.end(), path.begin(), path.end());
    const files::Bitmap8 shown = picture(arguments);
    EXPECT_FALSE(flat(shown)) << path[0];
    EXPECT_TRUE(pictures.emplace(shown.values.begin(), shown.values.end()).second) << path[0];
  }
  const Outcome panel = undine({"render", scene, "--view", "w/step.u_next", "--frames", "2", "--hud", "--size",
                                "640x360", "--validation", "--out", folder.file("hud.png")});
  EXPECT_EQ(panel.code, 0) << panel.text();
}

TEST_F(FieldViews, UnknownPathsNameTheNearest) {
  refused({"--view", "w/stop.u_next"}, {"--view w/stop.u_next", "no node frame/w/stop", "NODE#K: frame/w/step"});
  refused({"--view", "w/step.u_nest"}, {"frame/w/step has no binding \"u_nest\"", "it has: u_next"});
  refused({"--view", "w/step#99.u_next"}, {"frame/w/step is ", "allowed: #1 to #"});
  refused({"--view", "w/step.u_next", "--mip", "1"}, {"--mip", "is a buffer"});
  refused({"--view", "w/step.u_next", "--view-as", "map"}, {"--view-as", "resource of the frame"});
  refused({"--view", "w.height", "--row", "3"}, {"--row", "not a resource of the frame"});
  // Rejected before any of the frames, and without a device.
  refused({"--view", "w/stop.u_next", "--frames", "100000000"}, {"no node frame/w/stop"});
  const RunOptions no_driver{.env = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}}};
  for (const char* verb : {"graph", "check"}) {
    const Outcome bad = undine({verb, scene, "--view", "w/stop.u_next"}, no_driver);
    EXPECT_EQ(bad.code, 2) << bad.text();
    EXPECT_NE(bad.err.find("no node frame/w/stop"), std::string::npos) << bad.err;
    EXPECT_EQ(undine({verb, scene, "--view", "w/step.u_next"}, no_driver).code, 0) << verb;
  }
}

TEST_F(FieldViews, RangeAndMapDecideTheColors) {
  const std::vector<std::string> map{"--view", "w.height", "--view-as", "map", "--colormap", "viridis"};
  auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = map;
    all.insert(all.end(), more.begin(), more.end());
    return picture(all);
  };
  auto middle = [](const files::Bitmap8& b) {
    const std::size_t at = (std::size_t{32} * 96 + 48) * 3;
    return std::vector<int>{b.values[at], b.values[at + 1], b.values[at + 2]};
  };
  // Ends of viridis: (68, 1, 84) and (253, 231, 37).
  const auto high = middle(with({"--range", "-2:-1"})), low = middle(with({"--range=1:2"}));
  for (const auto& [got, want] : {std::pair(high, std::vector<int>{253, 231, 37}), {low, {68, 1, 84}}})
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(got[i], want[i], 7) << i;
  EXPECT_EQ(with({}).values, with({}).values);
}

}  // namespace
}  // namespace undine::test

// Views of fields as a user asks for them.
#include <gtest/gtest.h>

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
  refused({"--colormap", "turbo"}, {"--colormap", "'final' is no field", "w.height"});
  for (const char* range : {"1", "2:1", "1:1", "a:b", "0:inf", "nan:1", "0:", ":"})
    refused({"--view", "w.height", "--range", range}, {"--range", range, "LO:HI"});
}

TEST_F(FieldViews, EveryViewIsAPictureOfItsOwn) {
  const files::Bitmap8 usual = picture({});
  for (const char* view : {"normals", "depth", "w.height", "w.rate"})
    EXPECT_NE(picture({"--view", view}).values, usual.values) << view;
  EXPECT_EQ(picture({"--view", "final"}).values, usual.values);
}

TEST_F(FieldViews, RangeAndMapDecideTheColours) {
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

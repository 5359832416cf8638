// Images of several samples and moments, and images with temporal accumulation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/files/npy.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class Samples : public testing::Test {
 protected:
  Outcome render(std::vector<std::string> more) {
    more.insert(more.begin(), {"render", scene, "--size", "64x40", "--validation"});
    return undine(more);
  }
  // Bytes of the image, written to a file of its own.
  std::string picture(const std::vector<std::string>& more, const std::string& ending = "png") {
    const std::string name = std::to_string(++pictures) + "." + ending;
    std::vector<std::string> line = more;
    line.insert(line.end(), {"--out", folder.file(name)});
    const Outcome run = render(line);
    EXPECT_EQ(run.code, 0) << run.text();
    return folder.read(name);
  }
  void refuses(const std::vector<std::string>& more, const std::string& what) {
    std::vector<std::string> line = more;
    line.insert(line.end(), {"--out", folder.file("none.png")});
    const Outcome run = render(line);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find(what), std::string::npos) << run.text();
  }
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
  int pictures = 0;
};

TEST_F(Samples, SingleSampleIsThePicture) {
  EXPECT_EQ(picture({"--frames", "3"}), picture({"--frames", "3", "--samples", "1"}));
}

TEST_F(Samples, GiveTheSameBytesTwiceInEveryPartOfAFilm) {
  const std::string one = picture({"--frames", "4", "--samples", "5"});
  EXPECT_EQ(one, picture({"--frames", "4", "--samples", "5"}));
  EXPECT_NE(one, picture({"--frames", "4"}));
  EXPECT_EQ(render({"--frames", "4", "--first", "2", "--samples", "5", "--out", folder.file("all/%02d.png")}).code, 0);
  EXPECT_EQ(one, folder.read("all/03.png"));
}

TEST_F(Samples, AreTheMeanOfLinearRadiance) {
  const auto mean_of = [&](const std::string& count) {
    picture({"--frames", "2", "--samples", count}, "npy");
    const files::Array array = files::read_npy(folder.file(std::to_string(pictures) + ".npy"));
    double sum = 0;
    for (float v : array.values) sum += static_cast<double>(v);
    return sum / static_cast<double>(array.values.size());
  };
  const double one = mean_of("1"), many = mean_of("16");
  EXPECT_NEAR(many, one, 0.01 * one);
}

TEST_F(Samples, AShutterSpreadsThemOverTheClocksSteps) {
  const std::vector<std::string> still{"--frames", "3", "--samples", "8", "--set", "clock.steps_per_frame=4"};
  std::vector<std::string> open = still, wide = still;
  open.insert(open.end(), {"--shutter", "0.5"});
  wide.insert(wide.end(), {"--shutter", "1"});
  const std::string at_once = picture(still), half = picture(open);
  EXPECT_EQ(half, picture(open));
  EXPECT_NE(half, at_once);
  EXPECT_NE(half, picture(wide));
  refuses({"--samples", "8", "--shutter", "0.5"}, "--shutter 0.5");
  refuses({"--samples", "8", "--shutter", "0.3", "--set", "clock.steps_per_frame=4"}, "1.2 of the clock's 4 steps");
  refuses({"--shutter", "0.5", "--set", "clock.steps_per_frame=4"}, "--samples 2 or more");
}

TEST_F(Samples, AreOfTheFinalPictureAlone) {
  refuses({"--samples", "4", "--view", "albedo"}, "the view \"albedo\" cannot be averaged");
  refuses({"--samples", "4", "--temporal"}, "one of the two");
  refuses({"--samples", "0"}, "1 to 4096");
  refuses({"--shutter", "2"}, "from 0 to 1");
}

TEST_F(Samples, PicturesThatRememberAreTheSameInEveryPartOfAFilm) {
  const std::string one = picture({"--frames", "6", "--temporal"});
  EXPECT_NE(one, picture({"--frames", "6"}));
  EXPECT_EQ(render({"--frames", "6", "--temporal", "--out", folder.file("all/%02d.png")}).code, 0);
  EXPECT_EQ(render({"--frames", "6", "--first", "5", "--temporal", "--out", folder.file("end/%02d.png")}).code, 0);
  EXPECT_EQ(one, folder.read("all/05.png"));
  EXPECT_EQ(one, folder.read("end/05.png"));
  EXPECT_EQ(folder.read("all/00.png"), picture({"--frames", "1"}));
  EXPECT_EQ(picture({"--frames", "6", "--temporal", "--set", "render.temporal=false"}), picture({"--frames", "6"}));
}

TEST_F(Samples, MotionIsTheSameInEveryPartOfAFilm) {
  const std::string one = picture({"--frames", "6", "--view", "motion"});
  EXPECT_EQ(render({"--frames", "6", "--view", "motion", "--out", folder.file("all/%02d.png")}).code, 0);
  EXPECT_EQ(one, folder.read("all/05.png"));
}

TEST_F(Samples, DrawnSmallerAPictureHasItsSize) {
  for (const char* scale : {"0.5", "0.77"}) {
    const std::string set = std::string("render.scale=") + scale;
    EXPECT_NE(picture({"--frames", "2", "--set", set}), picture({"--frames", "2"}));
    EXPECT_EQ(picture({"--frames", "2", "--set", set, "--view", "normals"}),
              picture({"--frames", "2", "--view", "normals"}));
    picture({"--frames", "4", "--set", set, "--temporal"});
  }
}

}  // namespace
}  // namespace undine::test

// FLIP and the two metrics of golden tests: closed forms, a brute-force evaluation of the papers' formulas,
// properties.
#include "engine/files/difference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/packing.hpp>

#include "engine/core/error.h"
#include "engine/files/exr.h"
#include "engine/files/flip.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::files {
namespace {

constexpr glm::uvec2 size{24, 18};

Picture make(auto&& color) {
  Picture p{size, false, {}};
  for (unsigned y = 0; y < size.y; ++y)
    for (unsigned x = 0; x < size.x; ++x) p.color.push_back(glm::vec3(color(int(x), int(y))));
  return p;
}
Picture even(const glm::dvec3& c) {
  return make([&](int, int) { return c; });
}
glm::dvec3 tiles(int x, int y) {
  return {((x / 4 + y / 3) % 2) * 0.8 + 0.1, 0.2 + 0.6 * x / 23.0, 0.9 - 0.7 * y / 17.0};
}
glm::dvec3 moved(int x, int y) {  // shifted by a texel, darker in red, with blue dots
  const glm::dvec3 c = tiles(std::min(x + 1, 23), y);
  return {0.9 * c.x, c.y, std::min(1.0, c.z + ((x * 7 + y * 5) % 11 == 0 ? 0.3 : 0))};
}

// Direct evaluation of [Andersson et al. 2020] with two-dimensional kernels, in Python.
TEST(Flip, IsWhatTheFormulasGive) {
  const Difference d = difference(make(tiles), make(moved));
  EXPECT_NEAR(d.flip, 0.2867312812552463, 1e-6);
  EXPECT_NEAR(d.flip_most, 0.5998539216172513, 1e-6);
  EXPECT_NEAR(d.map[0], 0.24163977785019838, 1e-6);
  EXPECT_NEAR(d.map[7 * 24 + 11], 0.27703029114811795, 1e-6);
  EXPECT_NEAR(d.map[17 * 24 + 23], 0.1857935563582979, 1e-6);
}

TEST(Flip, EvenPicturesDifferByTheirColorsAlone) {
  EXPECT_NEAR(difference(even({0, 1, 0}), even({0, 0, 1})).flip, 1, 1e-6) << "green and blue are farthest apart";
  EXPECT_NEAR(difference(even({0, 0, 0}), even({1, 1, 1})).flip, 0.9673797614921327, 1e-6);
  double last = 0;
  for (double v : {0.45, 0.4, 0.3, 0.1}) {
    const double now = difference(even(glm::dvec3(0.5)), even(glm::dvec3(v))).flip;
    EXPECT_GT(now, last) << v;
    last = now;
  }
}

TEST(Flip, IsZeroForEqualPicturesAndSymmetric) {
  const Picture a = make(tiles), b = make(moved);
  EXPECT_EQ(difference(a, a).flip_most, 0);
  EXPECT_EQ(difference(a, b).map, difference(b, a).map);
}

// FLIP weights: a moving dot counts more than noise too fine for the eye at that distance.
TEST(Flip, FineDetailCountsLessFromFarther) {
  const auto stripes = [](int x, int) { return glm::dvec3(x % 2 ? 0.6 : 0.4); };
  const auto other = [](int x, int) { return glm::dvec3(x % 2 ? 0.4 : 0.6); };
  const std::vector<glm::vec3> a = make(stripes).color, b = make(other).color;
  const auto mean = [&](double per_degree) {
    double sum = 0;
    for (float v : flip(size, a, b, per_degree)) sum += static_cast<double>(v);
    return sum / static_cast<double>(a.size());
  };
  EXPECT_LT(mean(67), 0.5 * mean(10));
}

Picture radiance(auto&& color, double factor) {
  Picture p = make([&](int x, int y) { return factor * color(x, y); });
  p.radiance = true;
  return p;
}

TEST(Flip, IsIndependentOfTheUnitOfRadiance) {
  const double one = difference(radiance(tiles, 1), radiance(moved, 1)).flip;
  EXPECT_NEAR(difference(radiance(tiles, 1000), radiance(moved, 1000)).flip, one, 1e-5);
  EXPECT_GT(one, 0.05);
  EXPECT_EQ(difference(radiance(tiles, 7), radiance(tiles, 7)).flip, 0);
  EXPECT_EQ(difference(radiance(tiles, 0), radiance(tiles, 0)).flip, 0) << "black";
}

TEST(Difference, CountsChannels) {
  Picture a = even({0.2, 0.2, 0.2}), b = a;
  b.color[3].y += 5 / 255.0f;   // just below the limit
  b.color[9].z += 51 / 255.0f;  // above the limit
  const Difference d = difference(a, b, false);
  const double channels = 3.0 * size.x * size.y;
  EXPECT_NEAR(d.share, 1 / channels, 1e-12);
  EXPECT_NEAR(d.mean, 56 / channels, 1e-4);
  EXPECT_TRUE(d.map.empty());
  EXPECT_EQ(channel_picture(d, size).values[9 * 3 + 2], 255);
}

// Verb with files.
class Compare : public ::testing::Test {
 protected:
  std::string png(const std::string& name, const Picture& p) const {
    Bitmap8 out{p.size, 3, {}};
    for (const glm::vec3& c : p.color)
      for (int i = 0; i < 3; ++i) out.values.push_back(static_cast<std::uint8_t>(std::lround(c[i] * 255)));
    write_png(folder.file(name), out);
    return folder.file(name);
  }
  std::string exr(const std::string& name, const Picture& p) const {
    std::vector<std::uint64_t> texels;
    for (const glm::vec3& c : p.color) texels.push_back(glm::packHalf4x16(glm::vec4(c, 1)));
    write_exr(folder.file(name), p.size, std::as_bytes(std::span(texels)));
    return folder.file(name);
  }
  test::TempFolder folder;
};

TEST_F(Compare, TellsNumbersAndDrawsThem) {
  const std::string a = png("a.png", make(tiles)), b = png("b.png", make(moved)), out = folder.file("out/d.png");
  test::Outcome run = test::undine({"compare", a, b, "--out", out});
  ASSERT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find("flip 0.28"), std::string::npos) << run.out;
  EXPECT_EQ(read_png8(out).size, size);
  run = test::undine({"compare", a, a, "--out", out});
  EXPECT_NE(run.out.find("flip 0.000000 mean, 0.000000 largest"), std::string::npos) << run.out;
  EXPECT_LT(std::ranges::max(read_png8(out).values), 6) << "black where nothing differs";
  EXPECT_EQ(test::undine({"compare", a, b, "--limit", "0.3"}).code, 0);
  run = test::undine({"compare", a, b, "--limit", "0.2"});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("exceeds --limit 0.2"), std::string::npos) << run.err;
}

TEST_F(Compare, ReadsRadiance) {
  const std::string a = exr("a.exr", radiance(tiles, 3)), b = exr("b.exr", radiance(moved, 3));
  glm::uvec2 read{};
  const std::vector<glm::vec3> back = read_exr(a, read);
  ASSERT_EQ(read, size);
  EXPECT_NEAR(back[30].y, 3 * tiles(6, 1).y, 2e-3);
  const test::Outcome run = test::undine({"compare", a, b});
  EXPECT_EQ(run.code, 0) << run.text();
  EXPECT_NE(run.out.find("flip 0.18"), std::string::npos) << run.out;
}

TEST_F(Compare, RefusesWhatCannotBeCompared) {
  const std::string a = png("a.png", make(tiles)), e = exr("a.exr", radiance(tiles, 1));
  folder.write("torn.exr", "v/1\x01 no picture");
  Bitmap8 small{{2, 2}, 3, std::vector<std::uint8_t>(12)};
  write_png(folder.file("small.png"), small);
  const auto refuses = [&](std::vector<std::string> files, const std::string& words) {
    files.insert(files.begin(), "compare");
    const test::Outcome run = test::undine(files);
    EXPECT_EQ(run.code, 2) << run.text();
    EXPECT_NE(run.err.find(words), std::string::npos) << run.text();
  };
  refuses({a, folder.file("small.png")}, "24 x 18 and 2 x 2 pixels");
  refuses({a, e}, "one picture holds radiance");
  refuses({a, folder.file("none.png")}, "none.png");
  refuses({e, folder.file("torn.exr")}, "torn.exr: is not a readable EXR file");
  refuses({a, folder.file("x.jpg")}, "neither .png nor .exr");
  refuses({a, a, "--out", folder.file("d.exr")}, "does not end in .png");
  refuses({a, a, "--limit", "2"}, "2 is not a number from 0 to 1");
}

}  // namespace
}  // namespace undine::files

// Light on its way to an eye under water: light shafts between shadows, and suspended particles.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/files/npy.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class Underwater : public ::testing::Test {
 protected:
  // Linear radiance for an eye half a meter under water, in a black basin.
  files::Array seen(const std::vector<std::string>& set) {
    std::vector<std::string> line{"render",
                                  UNDINE_SOURCE_DIR "/tests/data/eye_at_level.json",
                                  "--frames",
                                  "2",
                                  "--size",
                                  "96x54",
                                  "--validation",
                                  "--out",
                                  folder_.file("x.npy")};
    for (const char* s : {"camera.eye=[0,-0.5,2]", "camera.target=[0,-0.9,0]", "meshes.0.material.color=[0,0,0]",
                          "render.water.scatter=[0.1,0.1,0.1]", "render.water.ripples=0", "render.motes=0"})
      line.insert(line.end(), {"--set", s});
    for (const std::string& s : set) line.insert(line.end(), {"--set", s});
    const Outcome run = undine(line);
    EXPECT_EQ(run.code, 0) << run.text();
    return files::read_npy(folder_.file("x.npy"));
  }
  // Sum over the lower half, without reflections.
  static double sum(const files::Array& a) {
    double out = 0;
    for (std::size_t i = a.values.size() / 2; i < a.values.size(); ++i) out += i % a.shape[2] < 3 ? a.values[i] : 0;
    return out;
  }
  // Largest difference of two images relative to the first.
  static double apart(const files::Array& a, const files::Array& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i)
      most = std::max(most, std::abs(double{a.values[i]} - double{b.values[i]}) / std::max(double{a.values[i]}, 1e-3));
    return most;
  }
  // Number of nodes of an image's plan under a scope.
  int nodes(const std::string& scope, const std::vector<std::string>& set) {
    std::vector<std::string> line{"graph", UNDINE_SOURCE_DIR "/tests/data/eye_at_level.json"};
    for (const std::string& s : set) line.insert(line.end(), {"--set", s});
    const Outcome run = undine(line);
    EXPECT_EQ(run.code, 0) << run.text();
    int found = 0;
    for (std::size_t at = run.out.find(scope); at != std::string::npos; at = run.out.find(scope, at + 1)) ++found;
    return found;
  }
  TempFolder folder_;
};

TEST_F(Underwater, ShaftsVanishInStillUnshadowedWater) {
  const std::string zenith = "sun.direction=[0,1,0]";
  EXPECT_LT(apart(seen({zenith, "render.shafts=false"}), seen({zenith})), 0.02);
}

// Roof over the whole basin: the water scatters sky light only.
TEST_F(Underwater, WaterInShadowScattersTheSkyAlone) {
  const std::string roof =
      R"(meshes=[{"shape":"basin","size":[12,2,12],"rim":4,"material":{"color":[0,0,0],"roughness":1}},
                 {"shape":"box","size":[60,0.1,60],"translate":[0,6,0],"material":{"color":[0,0,0],"roughness":1}}])";
  const double shafts = sum(seen({roof})), no_sun = sum(seen({roof, "sun.intensity=0"})),
               without = sum(seen({roof, "render.shafts=false"}));
  EXPECT_NEAR(shafts / no_sun, 1, 0.02);
  EXPECT_GT(without / no_sun, 1.2);
}

TEST_F(Underwater, MotesAreThereMoveAndAreTheSameTwice) {
  const files::Array without = seen({}), once = seen({"render.motes=4000"}), twice = seen({"render.motes=4000"}),
                     later = seen({"render.motes=4000", "clock.step=0.1"});
  EXPECT_EQ(once.values, twice.values);
  EXPECT_NE(once.values, later.values);
  int specks = 0;
  for (std::size_t i = 0; i < once.values.size(); ++i) specks += once.values[i] > 1.02f * without.values[i];
  EXPECT_GT(specks, 20);
  EXPECT_LT(sum(once), 1.05 * sum(without));
}

TEST_F(Underwater, CostsNothingWhenOffOrInTheAir) {
  const std::string under = "camera.eye=[0,-0.5,2]";
  EXPECT_GT(nodes("shafts.frag", {under}), 0);
  EXPECT_GT(nodes("motes.vert", {under}), 0);
  EXPECT_EQ(nodes("shafts.frag", {under, "render.shafts=false"}), 0);
  EXPECT_EQ(nodes("motes.vert", {under, "render.motes=0"}), 0);
  for (const char* shader : {"shafts", "motes"}) EXPECT_EQ(nodes(shader, {"camera.eye=[0,3,2]"}), 0) << shader;
}

}  // namespace
}  // namespace undine::test

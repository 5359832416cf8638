// Particle water from a user's view: meshes, colors, figures, and the log's message for a lack of capacity.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

class Particles : public testing::Test {
 protected:
  Outcome render(const std::vector<std::string>& more) const {
    std::vector<std::string> all{"render", scene, "--size", "96x64", "--validation"};
    all.insert(all.end(), more.begin(), more.end());
    return undine(all);
  }
  std::string picture(const std::vector<std::string>& more) {
    std::vector<std::string> all{"--out", folder.file("x.png"), "--frames", "3"};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome run = render(all);
    EXPECT_EQ(run.code, 0) << run.text();
    return folder.read("x.png");
  }
  nlohmann::json surface(const std::string& from) {
    const Outcome run = undine({"render", from, "--size", "96x64", "--validation", "--frames", "2", "--first", "0",
                                "--stats", folder.file("stats.json"), "--out", folder.file("%05d.png")});
    EXPECT_EQ(run.code, 0) << run.text();
    log = run.err;
    const auto json = nlohmann::json::parse(folder.read("stats.json"));
    EXPECT_EQ(json["steps"].size(), 2u);
    return json["steps"].back()["water"]["w"]["surface"];
  }
  std::size_t warnings() const {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = log.find("has holes", at)) != std::string::npos; ++at) ++count;
    return count;
  }
  TempFolder folder;
  std::string log;
  std::string scene = folder.write("s.json", R"({"version": 1, "water": [{"name": "w", "solver": "sph",
    "spacing": 0.1, "domain": {"min": [-0.5, 0, -0.5], "max": [0.5, 1, 0.5]},
    "fluid": [{"box": {"min": [-0.5, 0, -0.5], "max": [0.1, 0.6, 0.5]}, "velocity": [1, 0, 0.3]}]}]})");
};

TEST_F(Particles, EveryFieldColorsTheSpheres) {
  std::set<std::string> pictures{picture({})};
  for (const char* color : {"velocity", "density", "pressure", "position", "id"}) {
    const std::string drawn =
        picture({"--set", "render.particles.draw=spheres", "--set", fmt::format("render.particles.color={}", color)});
    EXPECT_TRUE(pictures.insert(drawn).second) << color << " looks like another";
    EXPECT_EQ(picture({"--view", fmt::format("w.{}", color)}), drawn) << color;
  }
  EXPECT_TRUE(pictures.insert(picture({"--view", "w.position", "--component", "y", "--colormap", "turbo"})).second);
  EXPECT_TRUE(pictures.insert(picture({"--view", "w.position", "--component", "y", "--range", "0:9"})).second);
}

TEST_F(Particles, TheMeshIsWrittenAndItsFiguresStandInTheStatistics) {
  const Outcome run =
      undine({"simulate", scene, "--steps", "2", "--validation", "--dump", "w.mesh=" + folder.file("m.ply")});
  EXPECT_EQ(run.code, 0) << run.text();
  const std::string ply = folder.read("m.ply");
  EXPECT_TRUE(ply.starts_with("ply"));
  EXPECT_EQ(ply.find("element vertex 0\n"), std::string::npos);
  EXPECT_EQ(ply.find("element face 0\n"), std::string::npos);
  const auto figures = surface(scene);
  EXPECT_GT(figures["triangles"], 500);
  EXPECT_LE(figures["blocks"], figures["blocks_room"]);
  EXPECT_EQ(figures["whole"], true);
  EXPECT_EQ(warnings(), 0u) << log;
}

TEST_F(Particles, ASurfaceWithoutRoomIsToldOnce) {
  std::string fluid;
  for (int i = 0; i < 60; ++i) {
    const double x = -19 + 4.0 * (i % 10), z = -19 + 4.0 * (i / 10);
    fluid += fmt::format("{}{{\"box\": {{\"min\": [{}, 1, {}], \"max\": [{}, 1.3, {}]}}}}", i ? "," : "", x, z, x + 0.3,
                         z + 0.3);
  }
  const std::string wide = folder.write("wide.json", fmt::format(R"({{"version": 1, "water": [{{"name": "w",
    "solver": "sph", "spacing": 0.1, "domain": {{"min": [-20, 0, -20], "max": [20, 3, 20]}}, "fluid": [{}]}}]}})",
                                                                 fluid));
  const auto figures = surface(wide);
  EXPECT_GT(figures["blocks"], figures["blocks_room"]);
  EXPECT_EQ(figures["whole"], false);
  EXPECT_EQ(warnings(), 1u) << log;
  for (const char* part : {"water \"w\"", "blocks of the field where there is room for", "surface.cell"})
    EXPECT_NE(log.find(part), std::string::npos) << log;
}

}  // namespace
}  // namespace undine::test

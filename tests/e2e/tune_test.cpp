// Tilings of kernels from a user's view: --shapes, files of `undine tune`, and runs that use and report them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/app/session/shapes.h"
#include "passes/wave/wave_shapes.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

using Json = nlohmann::json;

class Tune : public testing::Test {
 protected:
  TempFolder folder;
  std::string scene = folder.write("small.json", small_scene);
  RunOptions cached() const { return {.env = {{"XDG_CACHE_HOME", folder.file("cache")}}}; }

  static Json entry(const std::string& family = "wave/step", std::uint32_t across = 4) {
    return {{"family", family}, {"across", across}, {"rows", 3}, {"group_x", 16}, {"group_y", 4}};
  }
  std::string file(const std::string& name, const Json& only) const {
    return folder.write(name, Json{{"undine_shapes", 1}, {"tuned", Json::array({only})}}.dump());
  }
  // Bytes of a short run.
  std::string run(const std::vector<std::string>& flags, const RunOptions& options, Outcome* said = nullptr) const {
    std::vector<std::string> line{"simulate", scene, "--steps", "5", "--dump", "pool.height=" + folder.file("h.npy")};
    line.insert(line.end(), flags.begin(), flags.end());
    const Outcome out = undine(line, options);
    EXPECT_EQ(out.code, 0) << out.text();
    if (said) *said = out;
    std::ifstream dumped(folder.file("h.npy"), std::ios::binary);
    return {std::istreambuf_iterator<char>(dumped), {}};
  }
};

TEST_F(Tune, RunsGiveTheSameBytesWithEveryKindOfShapes) {
  const std::string usual = run({"--no-cache"}, {});
  ASSERT_GT(usual.size(), 4000u);
  EXPECT_EQ(run({"--shapes", "hardware"}, {}), usual);
  EXPECT_EQ(run({"--shapes", file("mine.json", entry())}, {}), usual);
  EXPECT_EQ(run({}, {.env = {{"UNDINE_SHAPES", "hardware"}}}), usual);
}

TEST_F(Tune, ShapesThatAreNoneAreRefused) {
  const auto refused = [&](const std::string& shapes, const std::string& part) {
    const Outcome out = undine({"simulate", scene, "--steps", "1", "--shapes", shapes});
    EXPECT_EQ(out.code, 2) << out.text();
    EXPECT_NE(out.err.find(part), std::string::npos) << out.text();
    EXPECT_EQ(std::ranges::count(out.err, '\n'), 1) << out.text();
  };
  refused("fast", "--shapes fast: no such file");
  refused(folder.write("cut.json", "{\"undine_shapes\": 1, "), "cut.json");
  refused(folder.write("other.json", "{\"version\": 1}"), "is not a file of tilings");
  refused(file("name.json", entry("wave/stop")), "no kernels are called wave/stop");
  refused(file("three.json", entry("wave/step", 3)), "wave/step cannot be 3x3 by 16x4");
  refused(file("text.json", Json{{"family", "wave/step"}, {"across", "4"}}), "\"across\"");
}

TEST_F(Tune, ArgumentsAreChecked) {
  EXPECT_EQ(undine({"tune", folder.file("missing.json")}, cached()).code, 2);
  EXPECT_EQ(undine({"tune", scene, "--shapes", "hardware"}, cached()).code, 2);
  Outcome out = undine({"tune", scene, "--kernels", "nothing"}, cached());
  EXPECT_EQ(out.code, 2) << out.text();
  EXPECT_NE(out.err.find("wave/step"), std::string::npos) << out.text();
  const std::string blocked = folder.write("blocked", "a file where the folder should be");
  out = undine({"tune", scene, "--kernels", "wave/surface", "--quick"}, {.env = {{"XDG_CACHE_HOME", blocked}}});
  EXPECT_EQ(out.code, 1) << out.text();
  EXPECT_NE(out.err.find("shapes.json"), std::string::npos) << out.text();
}

TEST_F(Tune, MeasuresAndKeeps) {
  const Outcome out = undine({"tune", scene, "--kernels", "wave/surface", "--quick"}, cached());
  EXPECT_EQ(out.code, 0) << out.text();
  EXPECT_NE(out.out.find("wave/surface"), std::string::npos) << out.text();
  EXPECT_EQ(out.out.find("wave/step"), std::string::npos) << out.text();
  const auto kept = session::read_tuned(folder.file("cache/undine/shapes.json"));
  EXPECT_LE(kept.size(), 1u);
  EXPECT_EQ(kept.size() == 1, out.out.find("the default") == std::string::npos) << out.text();
}

TEST_F(Tune, StoredTilingsApplyByDeviceDriverAndShaders) {
  const gpu::DeviceInfo device = gpu::Device::list().front();
  shader::Library shaders({.root = shader::Library::default_root()});
  session::TunedShape best{.family = "wave/step",
                           .device = device.name,
                           .driver = device.driver,
                           .shaders = session::shader_key(wave::step_shapes, shaders),
                           .shape = {4, 3, 16, 4},
                           .saved = 0.1};
  const auto keep = [&](const session::TunedShape& t) {
    session::write_tuned(folder.file("cache/undine/shapes.json"), {t});
  };
  const auto ran = [&] {
    const std::string json = folder.file("bench.json");
    const Outcome out = undine({"bench", "--case", "wave 128x128", "--quick", "--json", json}, cached());
    EXPECT_EQ(out.code, 0) << out.text();
    std::ifstream text(json);
    const Json all = Json::parse(text);
    for (const Json& r : all["cases"][0]["shapes"])
      if (r["kernels"] == "wave/step")
        return fmt::format("{} {} {}", r["across"].dump(), r["rows"].dump(), r["by"].dump());
    return std::string();
  };
  const std::string usual = run({}, cached());
  EXPECT_EQ(ran(), "16 8 \"software\"");
  keep(best);
  EXPECT_EQ(ran(), "4 3 \"tuned\"");
  EXPECT_EQ(run({}, cached()), usual);
  for (const auto& [member, message] : {std::pair{&session::TunedShape::device, "other devices"},
                                        std::pair{&session::TunedShape::driver, "other devices"},
                                        std::pair{&session::TunedShape::shaders, "other shaders"}}) {
    session::TunedShape other = best;
    other.*member = "another";
    keep(other);
    Outcome said;
    EXPECT_EQ(run({}, cached(), &said), usual);
    EXPECT_NE(said.err.find(message), std::string::npos) << said.text();
  }
  folder.write("cache/undine/shapes.json", "{\"undine_shapes\": ");
  Outcome said;
  EXPECT_EQ(run({}, cached(), &said), usual);
  EXPECT_NE(said.err.find("tuned shapes are ignored"), std::string::npos) << said.text();
}

}  // namespace
}  // namespace undine::test

// Fallbacks for missing device capabilities, simulated on this device: scenes give the same bytes, or a message names
// the missing capability.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/gpu/requirements.h"
#include "tests/e2e/scenes.h"
#include "tests/support/process.h"

namespace undine {
namespace {

namespace fs = std::filesystem;

struct Lacks {
  const char *variable, *value;
};

test::Outcome render(const fs::path& scene, const fs::path& out, const Lacks& lacks) {
  fs::create_directories(out.parent_path());
  std::vector<std::string> line{"render", scene.string(), "--frames", "4",         "--size",
                                "96x54",  "--validation", "--out",    out.string()};
  for (std::string& more : test::with_few_particles(scene)) line.push_back(std::move(more));
  test::RunOptions options;
  if (lacks.variable) options.env = {{lacks.variable, lacks.value}};
  return test::undine(line, options);
}

fs::path project_scene(const std::string& name) { return fs::path(UNDINE_SOURCE_DIR) / "scenes" / (name + ".json"); }

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class OtherWays : public ::testing::TestWithParam<const char*> {};

// Fallback of push descriptors: descriptor sets. Views of one texel: storage buffers instead of texel buffers.
TEST_P(OtherWays, GiveTheSameBytes) {
  const fs::path scene = project_scene(GetParam());
  const fs::path folder = fs::path(::testing::TempDir()) / "undine_other_ways" / GetParam();
  const auto made = [&](const char* name, const Lacks& lacks) {
    const test::Outcome outcome = render(scene, folder / name, lacks);
    EXPECT_EQ(outcome.code, 0) << outcome.text();
    return contents(folder / name);
  };
  const std::string plain = made("plain.png", {});
  ASSERT_FALSE(plain.empty());
  EXPECT_TRUE(plain == made("sets.png", {"UNDINE_LACKS", "VK_KHR_push_descriptor"})) << "see " << folder;
  EXPECT_TRUE(plain == made("long_texels.png", {"UNDINE_LIMIT_TEXELS", "1"})) << "see " << folder;
}

INSTANTIATE_TEST_SUITE_P(Scenes, OtherWays, ::testing::Values("pool", "river", "torus", "ink", "pour", "float"),
                         [](const auto& info) { return std::string(info.param); });

// Validation is on: the use of a capability that was not enabled would exit with code 4.
TEST(OtherWaysOrRefused, WhateverRowOfTheTableLacks) {
  const fs::path folder = fs::path(::testing::TempDir()) / "undine_other_ways";
  for (const gpu::Requirement& r : gpu::requirements()) {
    if (r.by == gpu::Requirement::By::windows) continue;
    for (const char* scene : {"pool", "float"}) {
      const std::string name(r.name);
      const test::Outcome outcome = render(project_scene(scene), folder / "row.png", {"UNDINE_LACKS", name.c_str()});
      const bool all = r.by == gpu::Requirement::By::everything;
      EXPECT_TRUE(all ? outcome.code == 3 : outcome.code == 0 || outcome.code == 2) << name << outcome.text();
      const bool named = outcome.err.find(name) != std::string::npos;
      EXPECT_TRUE(named || outcome.code == 0) << outcome.text();
      if (all) break;
    }
  }
}

}  // namespace
}  // namespace undine

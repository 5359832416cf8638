// Passes define the "render" settings of a scene: a pass with settings of its own needs no change elsewhere.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/scene/parts.h"
#include "engine/scene/scene.h"
#include "engine/scene/scene_schema.h"
#include "passes/deferred/water_look.h"

namespace undine::test {
namespace {

struct Haze {
  double density = 0.25;
  static constexpr std::string_view key = "haze", help = "of the air";
  void describe(settings::Visitor& v) { v.value("density", density, {.help = "per meter", .min = 0, .max = 1}); }
};
struct Grain {
  bool grain = false;
  void describe(settings::Visitor& v) { v.value("grain", grain, {.help = "noise of a film"}); }
};

// Program with passes that define those two as well.
class RenderSettingsTest : public testing::Test {
 protected:
  RenderSettingsTest() {
    Parts more = parts();
    more.render.push_back(render_settings<Haze>);
    more.render.push_back(render_settings<Grain>);
    hand_in(more);
  }
  ~RenderSettingsTest() override { hand_in(before_); }
  static Scene read(const std::string& render, const std::vector<settings::Override>& changes = {}) {
    return parse_scene(R"({"version": 1, "render": )" + render + "}", "a.json", changes);
  }
  const Parts before_ = parts();
};

TEST_F(RenderSettingsTest, PassSettingsAreReadWrittenAndInTheSchema) {
  Scene scene = read(R"({"haze": {"density": 0.5}, "grain": true, "water": {"ior": 1.5}})");
  EXPECT_EQ(scene.render.of<Haze>().density, 0.5);
  EXPECT_TRUE(scene.render.of<Grain>().grain);
  EXPECT_EQ(scene.render.of<deferred::WaterLook>().ior, 1.5);
  EXPECT_EQ(parse_scene(save_scene(scene), "b.json").render.of<Haze>().density, 0.5);
  EXPECT_EQ(read("{}", {{"render.haze.density", "0.75"}}).render.of<Haze>().density, 0.75);
  try {
    read("{}", {{"render.haze.density", "2"}});
    ADD_FAILURE() << "out of range";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("number from 0 to 1"), std::string::npos) << e.what();
  }
  const auto schema = nlohmann::json(scene_schema_tree())["properties"]["render"]["properties"];
  EXPECT_EQ(schema["haze"]["properties"]["density"]["default"], 0.25);
  EXPECT_EQ(schema["grain"]["description"], "noise of a film");
}

TEST_F(RenderSettingsTest, ChangeInPlace) {
  Scene live = read("{}"), draft = read(R"({"haze": {"density": 1}})");
  const Haze& kept = live.render.of<Haze>();
  live.render.assign(draft.render);
  EXPECT_EQ(kept.density, 1);
  const Scene moved = std::move(live);
  EXPECT_EQ(&moved.render.of<Haze>(), &kept);
  struct Unlisted {
    void describe(settings::Visitor&) {}
  };
  EXPECT_THROW(moved.render.of<Unlisted>(), Error);
}

TEST(RenderSettings, TheEngineNamesNone) {
  const auto schema = nlohmann::json(scene_schema_tree())["properties"]["render"]["properties"];
  ASSERT_TRUE(schema.contains("ssao") && schema.contains("exposure") && schema.contains("water"));
  std::vector<std::string> names;
  for (const auto& [name, value] : schema.items())
    if (name != "water" && name != "particles" && name != "help" && name != "scale") names.push_back('"' + name + '"');
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(UNDINE_SOURCE_DIR) / "engine")) {
    if (!entry.is_regular_file() || entry.path().filename() == "new_scenes.cpp") continue;  // scene files as text
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const std::string& name : names)
      EXPECT_EQ(text.find(name), std::string::npos) << entry.path() << " knows " << name;
  }
}

}  // namespace
}  // namespace undine::test

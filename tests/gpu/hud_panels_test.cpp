// Panels of the HUD: keys, notes, positions, the scene browser, images in the overlay.
#include <algorithm>

#include "engine/app/hud/hud.h"
#include "engine/scene/overlay.h"
#include "passes/picture/picture.h"
#include "tests/support/gpu.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* still_pool = R"({"version": 1, "name": "still",
  "water": [{"name": "pool", "solver": "wave", "cells": [8, 8], "size": [2, 2]}]})";

namespace glfw {  // key codes
constexpr int escape = 256, f1 = 290, f2 = 291, f3 = 292, f4 = 293, o = 79;
}

class HudPanelsTest : public testing::Test {
 protected:
  HudPanelsTest()
      : session(parse_scene(still_pool, folder.path() / "scenes" / "still.json"), {},
                {.device = true, .picture = true}) {
    fs::create_directory(folder.path() / "scenes");
    session.start();
    hud.emplace(session, 1, hud::HudPanels{.figures = false});
  }
  ~HudPanelsTest() override {
    hud.reset();
    session.finish();
  }
  // Lays out the panels for an image of `size` without drawing.
  void frame(const window::Input& input = {}, glm::uvec2 size = {960, 540}) {
    hud->set_scale(scale);
    hud->begin(1.0 / 60);
    graph::Graph& g = session.graph();
    graph::Image canvas = g.image("canvas", {.extent = {64, 36, 1}, .format = graph::Format::rgba8_unorm});
    hud->draw(g, canvas, size, input, controls);
    session.drop_frame();
  }
  const hud::Hud::Panel* panel(const std::string& name) {
    const auto shown = hud->shown();
    const auto at = std::ranges::find(shown, name, &hud::Hud::Panel::name);
    return at == shown.end() ? nullptr : &*at;
  }
  TempFolder folder;
  session::Session session;
  std::optional<hud::Hud> hud;
  hud::HudControls controls;
  double scale = 1;
};

TEST_F(HudPanelsTest, BeginWithTheControlBarAlone) {
  frame();
  ASSERT_EQ(hud->shown().size(), 1u);
  EXPECT_EQ(hud->shown()[0].name, "controls");
}

TEST_F(HudPanelsTest, KeysShowAndHideEachPanelByItself) {
  hud->key(glfw::f3);
  frame();
  EXPECT_TRUE(panel("settings"));
  EXPECT_FALSE(panel("figures"));
  hud->key(glfw::f2);
  frame();
  EXPECT_TRUE(panel("settings"));
  EXPECT_TRUE(panel("figures"));
  hud->key(glfw::f3);
  frame();
  EXPECT_FALSE(panel("settings"));
  EXPECT_TRUE(panel("figures"));
  hud->key(glfw::f4);
  frame();
  EXPECT_TRUE(hud->shown().empty());
  hud->key(glfw::f3);
  frame();
  EXPECT_TRUE(panel("settings")) << "a panel that is asked for shows";
}

TEST_F(HudPanelsTest, EscapeClosesWhatIsOpenThenAsks) {
  hud->key(glfw::o);
  hud->key(glfw::f1);
  hud->key(glfw::escape);
  EXPECT_FALSE(hud->panels.help);
  EXPECT_TRUE(hud->panels.browser);
  hud->key(glfw::escape);
  EXPECT_FALSE(hud->panels.browser);
  EXPECT_FALSE(hud->panels.quit);
  hud->key(glfw::escape);
  EXPECT_TRUE(hud->panels.quit);
  frame();
  EXPECT_FALSE(controls.quit) << "before the answer";
  hud->key(glfw::escape);
  EXPECT_FALSE(hud->panels.quit);
}

// Settings extend from the upper to the lower margin at the right edge; figures leave two thirds of the image free.
TEST_F(HudPanelsTest, SettingsFillTheRightEdge) {
  hud->panels.settings = hud->panels.figures = true;
  for (glm::uvec2 size : {glm::uvec2(960, 540), glm::uvec2(1280, 720), glm::uvec2(1920, 1080)}) {
    frame({}, size);
    ASSERT_TRUE(panel("settings"));
    EXPECT_NEAR(panel("settings")->low.y, 10, 1);
    EXPECT_NEAR(panel("settings")->high.y, static_cast<double>(size.y) - 10, 1);
    EXPECT_NEAR(panel("settings")->high.x, static_cast<double>(size.x) - 10, 1);
    EXPECT_LT(panel("figures")->high.x, static_cast<float>(size.x) / 3);
  }
}

// At 200 % all panels fit in small windows: the text shrinks, down to 100 %.
TEST_F(HudPanelsTest, SmallWindowsOfDenseDisplaysHaveAllPanels) {
  scale = 2;
  hud->panels.settings = hud->panels.figures = true;
  for (glm::uvec2 size : {glm::uvec2(640, 360), glm::uvec2(960, 540), glm::uvec2(1920, 1080)}) {
    for (int i = 0; i < 2; ++i) frame({}, size);
    EXPECT_TRUE(panel("controls")) << size.x;
    EXPECT_TRUE(panel("figures")) << size.x;
    EXPECT_TRUE(panel("settings")) << size.x;
    for (const hud::Hud::Panel& p : hud->shown())
      EXPECT_TRUE(p.low.x >= 0 && p.low.y >= 0 && p.high.x <= static_cast<float>(size.x) &&
                  p.high.y <= static_cast<float>(size.y))
          << p.name << " in " << size.x;
  }
}

TEST_F(HudPanelsTest, HelpFitsIntoEverySize) {
  hud->panels.help = true;
  for (glm::uvec2 size : {glm::uvec2(640, 360), glm::uvec2(960, 540), glm::uvec2(1920, 1080)}) {
    frame({}, size);
    ASSERT_TRUE(panel("help"));
    EXPECT_GE(panel("help")->low.y, 0);
    EXPECT_LE(panel("help")->high.x, static_cast<float>(size.x));
    EXPECT_LE(panel("help")->high.y, static_cast<float>(size.y));
  }
}

// Dragging its background moves a panel, which keeps its position and reports it once; a double click resets it.
TEST_F(HudPanelsTest, PanelsAreDraggedAndPutBack) {
  hud->panels.settings = true;
  for (int i = 0; i < 2; ++i) frame();
  const glm::vec2 before = panel("settings")->low;
  window::Input input;
  input.pointer = glm::dvec2(before) + 5.0;  // in the margin
  frame(input);
  input.left = true;
  frame(input);
  for (int i = 0; i < 4; ++i) {
    input.pointer += glm::dvec2(-20, 0);
    frame(input);
  }
  EXPECT_FALSE(hud->moved_panels()) << "while it is dragged";
  input.left = false;
  frame(input);
  const auto moved = hud->moved_panels();
  ASSERT_TRUE(moved);
  EXPECT_NEAR(moved->at("settings").x, before.x - 80, 2);
  EXPECT_FALSE(hud->moved_panels());
  frame();
  EXPECT_NEAR(panel("settings")->low.x, before.x - 80, 2);

  hud.emplace(session, 1, hud::HudPanels{.figures = false, .settings = true});
  hud->move_panels(*moved);
  for (int i = 0; i < 2; ++i) frame();
  EXPECT_NEAR(panel("settings")->low.x, before.x - 80, 2) << "of the run before";
  for (int i = 0; i < 2; ++i) frame({}, {640, 360});
  EXPECT_LE(panel("settings")->high.x, 640);
  EXPECT_GE(panel("settings")->low.y, 0);
}

TEST_F(HudPanelsTest, NotesLastForSeconds) {
  hud->note("undine_001.png written");
  hud->notes->add("disk full", true);
  ASSERT_EQ(hud->notes->shown(0).size(), 2u);
  EXPECT_EQ(hud->notes->shown(0)[0].text, "undine_001.png written");
  EXPECT_EQ(hud->notes->shown(4.9).size(), 2u);
  EXPECT_EQ(hud->notes->shown(0.2).size(), 0u);
}

TEST_F(HudPanelsTest, BrowserListsTheScenesBesideAndOpensOne) {
  folder.write("scenes/a.json", "{}");
  folder.write("scenes/b.json", "{}");
  folder.write("scenes/still.json", still_pool);
  folder.write("scenes/scene.schema.json", "{}");
  hud->panels.browser = true;
  for (int i = 0; i < 2; ++i) frame();
  ASSERT_TRUE(panel("browser"));
  std::vector<std::string> opened;
  for (double y = 60; y < 200; y += 45)
    for (double x = 40; x < 930; x += 75) {
      hud->panels.browser = true;
      controls.open.reset();
      window::Input input;
      input.pointer = {x, y};
      frame(input);
      input.left = true;
      frame(input);
      input.left = false;
      frame(input);
      if (controls.open && controls.open->parent_path() == fs::canonical(folder.path()) / "scenes")
        opened.push_back(controls.open->filename().string());
    }
  std::ranges::sort(opened);
  opened.erase(std::ranges::unique(opened).begin(), opened.end());
  EXPECT_EQ(opened, (std::vector<std::string>{"a.json", "b.json", "still.json"}));
}

// Images use their own colors from the latest atlas.
TEST_F(GpuTest, OverlayDrawsPictures) {
  constexpr std::uint32_t side = 16;
  graph::Image picture = state.image("picture", {{side, side, 1}, graph::Format::rgba8_unorm});
  auto overlay = picture::make_overlay(state, {1, 1}, {std::byte{255}});
  OverlayShapes shapes;
  for (glm::vec2 corner : {glm::vec2(4, 4), glm::vec2(12, 4), glm::vec2(12, 12), glm::vec2(4, 12)})
    shapes.vertices.push_back({corner, {0.5f, 0.5f}, 0xffffffffu});
  shapes.indices = {0, 1, 2, 0, 2, 3};
  shapes.calls = {{0, 6, {0, 0, 16, 16}, true}};
  for (const std::uint32_t green : {200u, 90u}) {
    overlay->set_pictures({1, 1}, {std::byte{10}, static_cast<std::byte>(green), std::byte{30}, std::byte{255}});
    graph::Graph g(state);
    g.clear("white", picture, {1, 1, 1, 1});
    overlay->draw(g, picture, shapes);
    run(g);
    const auto texels = read<std::uint32_t>(picture);
    EXPECT_EQ(texels[8 * side + 8], 0xff1e000au | green << 8);
    EXPECT_EQ(texels[0], 0xffffffffu);
  }
}

}  // namespace
}  // namespace undine::test

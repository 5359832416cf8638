// HUD: its triangles, its pixels over an image, its buttons, and the absence of waits for the GPU.
#include "engine/app/hud/hud.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/scene/overlay.h"
#include "passes/picture/picture.h"
#include "tests/support/gpu.h"

namespace undine::test {
namespace {

constexpr glm::uvec2 size{640, 480};

const std::string pool = R"({
  "version": 1, "name": "small",
  "clock": {"step": 0.01, "seed": 4},
  "water": [{"name": "pool", "solver": "wave", "cells": [37, 29], "size": [2, 2],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}],
  "sky": {"wind": [0, 0]},
  "render": {"shadows": false, "reflections": false, "antialias": false, "ssao": {"enabled": false},
             "water": {"caustics": 0}}
})";

class OverlayTest : public GpuTest {};

// Red square of 8 x 8 pixels at (4, 4), clipped at x = 8, half transparent over white.
TEST_F(OverlayTest, BlendsInsideItsClipRectangle) {
  constexpr std::uint32_t side = 16;
  graph::Image picture = state.image("picture", {{side, side, 1}, graph::Format::rgba8_unorm});
  auto overlay = picture::make_overlay(state, {1, 1}, {std::byte{255}});
  OverlayShapes shapes;
  for (glm::vec2 corner : {glm::vec2(4, 4), glm::vec2(12, 4), glm::vec2(12, 12), glm::vec2(4, 12)})
    shapes.vertices.push_back({corner, {0.5f, 0.5f}, 0x800000ffu});
  shapes.indices = {0, 1, 2, 0, 2, 3};
  shapes.calls = {{0, 6, {0, 0, 8, 16}}};
  graph::Graph g(state);
  g.clear("white", picture, {1, 1, 1, 1});
  overlay->draw(g, picture, shapes);
  run(g);
  auto texels = read<std::uint32_t>(picture);
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const bool inside = x >= 4 && x < 8 && y >= 4 && y < 12;
      const std::uint32_t texel = texels[y * side + x];
      EXPECT_EQ(texel & 0xffu, 0xffu) << x << ", " << y;
      EXPECT_NEAR((texel >> 8) & 0xffu, inside ? 127 : 255, 1) << x << ", " << y;
    }
}

class HudTest : public testing::Test {
 protected:
  HudTest() : session(parse_scene(pool, "pool.json"), with_validation(), {.device = true, .picture = true}) {}
  ~HudTest() override { session.finish(); }
  static session::CommandLine with_validation() {
    session::CommandLine line;
    line.validation = true;
    return line;
  }
  std::vector<std::uint32_t> frame(hud::Hud* hud, std::uint32_t steps, const window::Input& input = {},
                                   bool look = false) {
    auto texels = std::make_shared<std::vector<std::uint32_t>>();  // most arrive some frames later
    if (hud) hud->begin(1.0 / 60);
    session.step(steps);
    if (hud && steps > 0) hud->measure(session.graph());
    View view = session.view(at);
    view.show = controls.show;
    view.how = controls.how;
    graph::Image picture = session.draw(view);
    controls.camera = session.scene().camera;
    if (hud) hud->draw(session.graph(), picture, at, input, controls);
    session.graph().readback("picture", picture, [texels](std::span<const std::byte> bytes) {
      texels->resize(bytes.size() / 4);
      std::memcpy(texels->data(), bytes.data(), bytes.size());
    });
    session.run();
    if (look) session.executor().finish();
    return *texels;
  }
  session::Session session;
  hud::HudControls controls;
  glm::uvec2 at = size;  // size of an image
};

TEST_F(HudTest, CoversItsPanelsAndNothingElse) {
  session.start();
  hud::Hud hud(session, 1);
  frame(&hud, 1);
  const auto with = frame(&hud, 0, {}, true), without = frame(nullptr, 0, {}, true);
  ASSERT_EQ(with.size(), size.x * size.y);
  ASSERT_EQ(without.size(), with.size());
  auto changed = [&](glm::uvec2 low, glm::uvec2 high) {
    std::size_t count = 0;
    for (std::uint32_t y = low.y; y < high.y; ++y)
      for (std::uint32_t x = low.x; x < high.x; ++x) count += with[y * size.x + x] != without[y * size.x + x];
    return count;
  };
  EXPECT_GT(changed({20, 20}, {250, 120}), 20000u) << "figures";
  EXPECT_EQ(changed({265, 0}, {640, 400}), 0u) << "the rest of the picture";
  EXPECT_EQ(session.result(), Exit::done);
}

std::string text_of(const hud::Hud::Panel& p) {
  return fmt::format("{} ({:.0f}, {:.0f}) to ({:.0f}, {:.0f})", p.name, p.low.x, p.low.y, p.high.x, p.high.y);
}

// All combinations of panels in images of all sizes: inside the image, and without overlaps.
TEST_F(HudTest, PanelsKeepClearOfEachOther) {
  session.start();
  hud::Hud hud(session, 1);
  for (int i = 0; i < 6; ++i) frame(&hud, 1);  // figures of waters arrive
  session.executor().finish();
  graph::Graph& g = session.graph();
  const std::vector<glm::uvec2> sizes{{160, 90},  {320, 180}, {599, 400},  {600, 360},  {640, 480},
                                      {800, 450}, {960, 540}, {1280, 720}, {1920, 1080}};
  std::set<std::string> seen;
  for (const glm::uvec2& at : sizes)
    for (int choice = 0; choice < 64; ++choice) {
      if (choice >= 16 && (choice & 2)) continue;
      hud.panels.figures = !(choice & 16);
      hud.panels.browser = choice & 32;
      hud.panels.settings = choice & 1;
      hud.panels.help = choice & 2;
      controls.show = choice & 4 ? "pool.height" : "final";
      controls.reload.state = choice & 8 ? window::ReloadStatus::State::failed : window::ReloadStatus::State::unchanged;
      controls.reload.text = choice & 8 ? std::string(400, 'x') + " line\nline\nline" : "";
      ++controls.reload.changes;
      graph::Image canvas = g.image("canvas", {.extent = {64, 36, 1}, .format = graph::Format::rgba8_unorm});
      for (int i = 0; i < 2; ++i) hud.draw(g, canvas, at, {}, controls);
      session.drop_frame();
      const auto shown = hud.shown();
      if (hud.panels.figures || (at.x >= 600 && at.y >= 360)) {
        EXPECT_FALSE(shown.empty()) << at.x << " x " << at.y;
      }
      for (std::size_t i = 0; i < shown.size(); ++i) {
        const hud::Hud::Panel& a = shown[i];
        seen.insert(a.name);
        EXPECT_TRUE(a.low.x >= 0 && a.low.y >= 0 && a.high.x <= static_cast<float>(at.x) &&
                    a.high.y <= static_cast<float>(at.y) && a.high.x > a.low.x && a.high.y > a.low.y)
            << text_of(a) << " in " << at.x << " x " << at.y << ", choice " << choice;
        for (std::size_t k = 0; k < i; ++k) {
          const hud::Hud::Panel& b = shown[k];
          EXPECT_TRUE(a.high.x <= b.low.x || b.high.x <= a.low.x || a.high.y <= b.low.y || b.high.y <= a.low.y)
              << text_of(a) << " over " << text_of(b) << " in " << at.x << " x " << at.y << ", choice " << choice;
        }
      }
    }
  EXPECT_EQ(seen, (std::set<std::string>{"browser", "controls", "failure", "few figures", "field", "figures", "help",
                                         "settings"}));
}

TEST_F(HudTest, SteadyFramesNeverWaitAndKeepTheirPlan) {
  at = {320, 180};
  session.start();
  hud::Hud hud(session, 1);
  hud.panels.settings = hud.panels.help = true;
  for (int i = 0; i < 17; ++i) frame(&hud, 1);  // every eighth frame has figures, and a plan of its own
  const std::uint64_t before = session.executor().blocking_calls();
  int planned = 0;
  for (int i = 0; i < 60; ++i) {
    frame(&hud, 1);
    planned += session.executor().cpu().planned ? 1 : 0;
  }
  EXPECT_EQ(session.executor().blocking_calls() - before, 0u);
  EXPECT_EQ(planned, 0) << "plans made anew";
  EXPECT_EQ(session.result(), Exit::done);
}

// The ends of the color scale arrive some frames later, without a wait.
TEST_F(HudTest, AFieldHasAPanelWithItsRange) {
  session.start();
  hud::Hud hud(session, 1);
  controls.show = "pool.height";
  controls.how.measure = true;
  const auto field = [&](bool panel) {
    hud.panels.visible = panel;
    return frame(&hud, 0, {}, true);
  };
  for (int i = 0; i < 17; ++i) frame(&hud, 1);
  const std::uint64_t before = session.executor().blocking_calls();
  int planned = 0;
  for (int i = 0; i < 30; ++i) {
    frame(&hud, 1);
    planned += session.executor().cpu().planned ? 1 : 0;
  }
  EXPECT_EQ(session.executor().blocking_calls() - before, 0u);
  EXPECT_EQ(planned, 0) << "plans made anew";
  const auto figures = session.renderer().field_figures();
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->field, "pool.height");
  EXPECT_LT(figures->found.x, figures->found.y);
  EXPECT_NEAR(figures->shown.x, -figures->shown.y, 1e-6) << "even around the rest value";
  const auto with = field(true), without = field(false);
  ASSERT_EQ(with.size(), size.x * size.y);
  // Color bar over the controls, beside the figures: its left end is blue, its right end red.
  std::size_t blue = 0, red = 0;
  for (std::uint32_t y = 330; y < 440; ++y)
    for (std::uint32_t x = 280; x < 620; ++x) {
      const std::uint32_t texel = with[y * size.x + x];
      const int r = texel & 255, b = texel >> 16 & 255;
      if (texel == without[y * size.x + x]) continue;
      blue += x < 345 && b > r + 60;
      red += x > 550 && r > b + 60;
    }
  EXPECT_GT(blue, 150u);
  EXPECT_GT(red, 150u);
  EXPECT_EQ(session.result(), Exit::done);
}

TEST_F(HudTest, AResourceHasAPanelWithItsRange) {
  session.start();
  hud::Hud hud(session, 1);
  controls.show = "pool/step.u_next";
  controls.how.measure = true;
  for (int i = 0; i < 6; ++i) frame(&hud, 1);
  session.executor().finish();
  const auto figures = session.renderer().field_figures();
  ASSERT_TRUE(figures);
  EXPECT_EQ(figures->field, controls.show);
  EXPECT_LT(figures->found.x, figures->found.y);
  ASSERT_TRUE(session.renderer().peeked());
  EXPECT_NE(session.renderer().peeked()->what.find("pool/height"), std::string::npos);
  frame(&hud, 1);
  const auto shown = hud.shown();
  EXPECT_NE(std::ranges::find(shown, "field", &hud::Hud::Panel::name), shown.end());
  EXPECT_EQ(session.result(), Exit::done);
}

// The list of views ends with the resources of the frame: opened, typed into, confirmed by Enter.
TEST_F(HudTest, APathIsTypedIntoTheListOfViews) {
  session.start();
  hud::Hud hud(session, 1);
  constexpr glm::uvec2 window{960, 900};
  graph::Graph& g = session.graph();
  const auto frame = [&](const window::Input& input) {
    session.step(1);
    View view = session.view({64, 64});
    session.draw(view);
    hud.begin(1.0 / 60);
    graph::Image canvas = g.image("canvas", {.extent = {64, 36, 1}, .format = graph::Format::rgba8_unorm});
    hud.draw(g, canvas, window, input, controls);
    session.drop_frame();
  };
  const auto click = [&](double x, double y) {
    window::Input input;
    input.pointer = {x, y};
    frame(input);
    input.left = true;
    frame(input);
    input.left = false;
    frame(input);
    frame(input);
  };
  const double bar = window.y - 24.0;
  // Position of the list: a click on it, and one above it, choose another view.
  double list = 0;
  for (double x = 150; x < 700 && list == 0; x += 24) {
    click(x, bar);
    click(x, bar - 150);
    if (controls.show != "final") list = x;
  }
  ASSERT_GT(list, 0);
  // The last line of the list opens the text input.
  bool typing = false;
  for (double up = 16; up < 200 && !typing; up += 6) {
    click(10, window.y / 2);
    click(list, bar);
    click(list, bar - up);
    typing = hud.wants_keys();
  }
  ASSERT_TRUE(typing);
  window::Input input;
  input.text = U"pool/step.u_now";
  frame(input);
  window::Input enter;
  enter.pressed = {window::KeyPress{257}};
  for (int i = 0; i < 3; ++i) frame(i == 0 ? enter : window::Input{});
  EXPECT_EQ(controls.show, "pool/step.u_now");
}

TEST_F(HudTest, ButtonsTakeThePointer) {
  session.start();
  hud::Hud hud(session, 1);
  frame(&hud, 0);
  bool taken = false;
  for (double x = 40; x < size.x && !controls.paused; x += 20) {
    window::Input input;
    input.pointer = {x, size.y - 24.0};
    frame(&hud, 0, input);
    input.left = true;
    frame(&hud, 0, input);
    taken = taken || hud.wants_pointer();
    input.left = false;
    frame(&hud, 0, input);
  }
  EXPECT_TRUE(controls.paused);
  EXPECT_TRUE(taken);
  EXPECT_EQ(session.result(), Exit::done);
}

}  // namespace
}  // namespace undine::test

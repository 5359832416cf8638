// Shaders and scenes that change during a running session, without a window.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "engine/app/viewer/reloader.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

const std::string scene_text = R"({
  "version": 1, "name": "two", "clock": {"step": 0.01},
  "water": [{"name": "left", "solver": "wave", "cells": [24, 20], "size": [2, 2],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]},
            {"name": "right", "solver": "wave", "cells": [20, 24], "size": [2, 2], "origin": [3, 0, 0],
             "initial": [{"shape": "gaussian", "height": 0.05, "radius": 0.3}]}]
})";

class ReloadTest : public testing::Test {
 protected:
  explicit ReloadTest(std::string scene = scene_text) : text(std::move(scene)) {
    mallopt(M_ARENA_MAX, 1);  // resident memory must not depend on the distribution of threads to arenas
    line.validation = true;
    line.no_cache = true;
    line.shaders = copy.root();
    scene_file = folder.write("two.json", text);
    session = std::make_unique<session::Session>(load_scene(scene_file), line,
                                                 session::SessionParts{.device = true, .picture = true});
    reloader = std::make_unique<viewer::Reloader>(*session, std::chrono::milliseconds(5));  // atomic writes
    session->start();
  }
  ~ReloadTest() override { EXPECT_EQ(session->result(), Exit::done) << "validation messages"; }

  double frame() {  // mean of the image's red channel
    session->step(1);
    double mean = -1;
    graph::Image picture = session->draw(session->view({48, 32}));
    session->graph().readback("picture", picture, [&](std::span<const std::byte> p) {
      mean = 0;
      for (std::size_t i = 0; i < p.size(); i += 4)
        mean += std::to_integer<int>(p[i]) * 4.0 / static_cast<double>(p.size());
    });
    reloader->run();
    if (std::optional<Scene> scene = reloader->scene()) session->change(std::move(*scene));
    session->executor().finish();
    return mean;
  }
  // Draws frames until another attempt completes; returns the red of the following frame.
  double until_taken() {
    const auto before = reloader->status().changes;
    for (int i = 0; i < 400 && reloader->status().changes == before; ++i) {
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_GT(reloader->status().changes, before) << "the change was not seen";
    return frame();
  }
  std::vector<float> height(std::size_t water) {
    std::vector<float> out;
    Field field = session->world().water()[water].solver->fields().front();
    FieldView view = field.publish(session->graph());
    session->graph().readback("height", view.buffer, [&](std::span<const std::byte> bytes) {
      out.resize(bytes.size() / 4);
      std::memcpy(out.data(), bytes.data(), out.size() * 4);
    });
    session->run();
    session->executor().finish();
    return out;
  }
  static double resident_mib() {
    malloc_trim(0);
    std::ifstream in("/proc/self/statm");
    double total = 0, resident = 0;
    in >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
  }

  std::string text;
  TempFolder folder;
  ShaderCopy copy{folder};
  session::CommandLine line;
  std::string scene_file;
  std::unique_ptr<session::Session> session;
  std::unique_ptr<viewer::Reloader> reloader;
};

using State = window::ReloadStatus::State;

TEST_F(ReloadTest, BrokenShadersChangeNothingMendedOnesDo) {
  const double first = frame();
  copy.replace("picture/tonemap.frag", "void main() {", "void main() { nonsense;");
  EXPECT_NEAR(until_taken(), first, 8);
  EXPECT_EQ(reloader->status().state, State::failed);
  EXPECT_NE(reloader->status().text.find("picture/tonemap.frag:"), std::string::npos) << reloader->status().text;
  copy.replace("picture/tonemap.frag", "nonsense;", "");
  copy.replace("picture/tonemap.frag", "color = vec4(c,", "color = vec4(1.0, c.gb,");
  EXPECT_GT(until_taken(), 250);
  EXPECT_EQ(reloader->status().state, State::fresh);
}

TEST_F(ReloadTest, ShadersThatDoNotFitTheirPassStayOut) {
  const double first = frame();
  const std::string whole = folder.read("copy/shaders/picture/tonemap.frag");
  copy.replace("picture/tonemap.frag", "sampler2D glare;", "sampler2D glow;");
  copy.replace("picture/tonemap.frag", "textureLod(glare,", "textureLod(glow,");
  EXPECT_NEAR(until_taken(), first, 8);
  EXPECT_EQ(reloader->status().state, State::failed);
  const std::string& text = reloader->status().text;
  EXPECT_NE(text.find("glow"), std::string::npos) << text;
  EXPECT_EQ(text.find("picture/tonemap.frag:"), std::string::npos) << "it compiles: " << text;
  folder.write("copy/shaders/picture/tonemap.frag", whole);
  EXPECT_NEAR(until_taken(), first, 8);
  EXPECT_EQ(reloader->status().state, State::unchanged) << reloader->status().text;
}

TEST_F(ReloadTest, ReloadsThatFailInLaterFramesAreReverted) {
  frame();
  copy.replace("wave/step.comp", "void main() {",
               "layout(binding = 13, scalar) readonly buffer Extra { float at[]; } u_extra;\n"
               "void main() { if (u_extra.at[0] == 123.0) return;");
  const auto before = reloader->status().changes;
  for (int i = 0; i < 400 && reloader->status().changes == before; ++i) {  // frames without a step: nothing to check
    session->graph().readback("picture", session->draw(session->view({48, 32})), [](std::span<const std::byte>) {});
    reloader->run();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(reloader->status().state, State::fresh);
  EXPECT_GT(frame(), 0);
  EXPECT_EQ(reloader->status().state, State::failed) << reloader->status().text;
  EXPECT_NE(reloader->status().text.find("u_extra"), std::string::npos) << reloader->status().text;
}

// File that changes again during the build of its last change.
TEST_F(ReloadTest, ChangesDuringABuildAreNotLost) {
  frame();
  copy.replace("picture/tonemap.frag", "color = vec4(c,", "color = vec4(0.0 * c.r, c.gb,");
  while (!reloader->busy()) frame();
  copy.replace("picture/tonemap.frag", "color = vec4(0.0 * c.r, c.gb,", "color = vec4(1.0, c.gb,");
  folder.write("two.json", text + " ");
  while (reloader->status().changes == 0) frame();
  folder.write("two.json", std::string(text).insert(text.rfind('}'), R"(, "sun": {"intensity": 2})"));
  double red = 0;
  for (int i = 0; i < 400 && (red < 250 || session->scene().sun.intensity != 2); ++i) {
    red = frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_GT(red, 250);
  EXPECT_EQ(session->scene().sun.intensity, 2);
}

TEST_F(ReloadTest, UnchangedWatersGoOn) {
  for (int i = 0; i < 5; ++i) frame();
  const std::vector<float> left = height(0);
  std::string text = scene_text;
  text.replace(text.find("[20, 24]"), 8, "[28, 26]");
  folder.write("two.json", text);
  const auto before = reloader->status().changes;
  for (int i = 0; i < 400 && reloader->status().changes == before; ++i) {  // without steps: the left one must not move
    session->graph().readback("picture", session->draw(session->view({48, 32})), [](std::span<const std::byte>) {});
    reloader->run();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::optional<Scene> scene = reloader->scene();
  ASSERT_TRUE(scene) << reloader->status().text;
  session->change(std::move(*scene));
  EXPECT_EQ(height(0), left);
  EXPECT_NE(height(1).size(), 0u);
  EXPECT_EQ(session->world().steps(), 5u);
  frame();
  folder.write("two.json", "{");
  until_taken();
  EXPECT_EQ(reloader->status().state, State::failed);
}

class ReloadOftenTest : public ReloadTest {
 protected:
  // Image without expensive effects.
  ReloadOftenTest()
      : ReloadTest([] {
          std::string text = scene_text;
          return text.insert(text.rfind('}'),
                             R"(, "render": {"water": {"caustics": 0, "ripples": 0}, "ssao": {"enabled": false},
                                           "shadows": false, "reflections": false, "antialias": false})");
        }()) {}
};

// Names of the program's own components, too: a reload frees exactly the resources that a water owns.
TEST_F(ReloadTest, WatersTakeAnyNameWhileTheProgramRuns) {
  frame();
  const auto owned = [&] {
    return std::ranges::count_if(session->graph().state().entries(), [](const auto& e) { return e.live; });
  };
  const auto live = owned();
  for (const std::string name : {"water", "geometry", "sky", "bodies", "hud", "field_view", "blit", "lefts"}) {
    std::string changed = text;
    changed.replace(changed.find("right"), 5, name);
    folder.write("two.json", changed);
    EXPECT_GT(until_taken(), 0) << name;
    EXPECT_EQ(reloader->status().state, State::fresh) << name << ": " << reloader->status().text;
    EXPECT_EQ(session->world().water()[1].name, name);
    EXPECT_EQ(owned(), live) << name;
  }
}

TEST_F(ReloadOftenTest, ThousandReloadsLeakNothing) {
  frame();
  double resident = 0;
  gpu::MemoryUse memory;
  std::string body = "void main() {";
  for (int i = 0; i < 1000; ++i) {
    if (i % 20 == 19) {  // the right water restarts, the left one continues
      std::string scene = text;
      if (i % 40 == 19) scene.replace(scene.find("[20, 24]"), 8, "[22, 26]");
      folder.write("two.json", scene);
    } else if (i % 20 == 9) {
      copy.replace("picture/tonemap.frag", body, "void main() { broken");
      until_taken();
      ASSERT_EQ(reloader->status().state, State::failed);
      copy.replace("picture/tonemap.frag", "void main() { broken", body);
      until_taken();
      ASSERT_EQ(reloader->status().state, State::unchanged) << reloader->status().text;
      ++i;
      continue;
    } else {
      const std::string next = "void main() { float reload_" + std::to_string(i) + " = 1.0;";
      copy.replace("picture/tonemap.frag", body, next);
      body = next;
    }
    until_taken();
    ASSERT_EQ(reloader->status().state, State::fresh) << reloader->status().text;
    if (i == 200) resident = resident_mib(), memory = session->executor().memory();
  }
  std::printf("resident: %.1f MiB after 200 reloads, %.1f after 1000\n", resident, resident_mib());
  EXPECT_GT(reloader->status().changes, 999u);
  EXPECT_LT(resident_mib(), resident * 1.05 + 4);
  EXPECT_EQ(session->executor().memory().transient, memory.transient);
  EXPECT_NEAR(static_cast<double>(session->executor().memory().persistent), static_cast<double>(memory.persistent),
              65536);
}

TEST_F(ReloadTest, PicturesLeakNothing) {
  for (int i = 0; i < 30; ++i) frame();
  const double resident = resident_mib();
  for (int i = 0; i < 60; ++i) frame();
  EXPECT_LT(resident_mib(), resident + 8) << "MiB";
}

}  // namespace
}  // namespace undine::test

// Figures of waters: reductions on the GPU, and their small readback in a window.
#include "passes/ledger/figures.h"

#include <random>

#include "engine/app/hud/hud.h"
#include "passes/deferred/ambient.h"
#include "passes/deferred/shadow.h"
#include "passes/deferred/water_look.h"
#include "tests/support/gpu.h"

namespace undine::test {
namespace {

class FiguresTest : public GpuTest {};

TEST_F(FiguresTest, SumsAreThoseOfDoublePrecision) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> large(-1e6f, 1e6f), small(0, 1e-3f);
  for (const std::uint32_t count : {1u, 63u, 64u, 65u, 1000u, 40000u}) {
    std::vector<glm::vec4> parts(count);
    glm::dvec4 sum(0);
    double most = 0, size = 0;
    for (glm::vec4& p : parts) {
      p = {large(random), small(random), 1.0f, std::abs(large(random))};
      sum += glm::dvec4(p);
      most = std::max(most, double(p.w));
      size += std::abs(double(p.x));
    }
    const graph::Buffer buffer = state.buffer("parts", {.bytes = 16ull * count});
    graph::Graph g(state);
    g.upload("fill", buffer, parts);
    grid::Figures figures(g, "water");
    const std::uint32_t at = figures.sum(buffer, count, 8);
    glm::dvec4 got(0);
    figures.receive([&](const grid::Figures::Reader& reader) {
      for (int k = 0; k < 4; ++k) got[k] = reader.value(at, k);
    });
    run(g);
    executor->finish();
    EXPECT_NEAR(got.x, sum.x, 1e-12 * size) << count;
    EXPECT_NEAR(got.y, sum.y, 1e-12 * sum.y) << count;
    EXPECT_EQ(got.z, count);
    EXPECT_EQ(got.w, most) << count;
    state.release(buffer);
  }
}

TEST_F(FiguresTest, IntegersAreExact) {
  std::mt19937_64 random(7);
  for (const std::uint32_t count : {1u, 65u, 5000u}) {
    std::vector<std::int64_t> parts(count);
    std::int64_t sum = 0;
    for (std::int64_t& p : parts) sum += p = static_cast<std::int64_t>(random()) >> 20;
    const graph::Buffer buffer = state.buffer("parts", {.bytes = 8ull * count});
    graph::Graph g(state);
    g.upload("fill", buffer, parts);
    grid::Figures figures(g, "water");
    const std::uint32_t at = figures.sum_integers(buffer, count);
    std::int64_t got = 0;
    figures.receive([&](const grid::Figures::Reader& reader) { got = reader.integer(at); });
    run(g);
    executor->finish();
    EXPECT_EQ(got, sum) << count;
    state.release(buffer);
  }
}

constexpr const char* water_scenes[] = {
    R"({"version": 1, "name": "float", "clock": {"step": 0.01},
        "water": [{"name": "pool", "solver": "wave", "cells": [200, 150], "size": [2, 2], "origin": [0, 0, 0]}],
        "bodies": [{"size": [0.3, 0.2, 0.3], "density": 500, "position": [0, 0, 0]}]})",
    R"({"version": 1, "name": "river", "clock": {"step": 0.01},
        "water": [{"name": "pond", "solver": "pipes", "cells": [200, 150], "size": [2, 2], "origin": [0, -0.2, 0],
                   "initial": [{"shape": "level", "level": 0}]}]})",
    R"({"version": 1, "name": "tank", "clock": {"step": 0.01},
        "water": [{"name": "tank", "solver": "fluid", "cells": [64, 64], "size": [2, 2]}]})",
    R"({"version": 1, "name": "column", "clock": {"step": 0.01},
        "water": [{"name": "column", "solver": "sph", "spacing": 0.08,
                   "domain": {"min": [-0.5, 0, -0.5], "max": [0.5, 0.8, 0.5]},
                   "fluid": [{"box": {"min": [-0.5, 0, -0.5], "max": [0, 0.5, 0.5]}}]}]})"};

// Readback of 32 frames with figures beside them, as in a window: at most four times 256 bytes per water. The only
// waits are for the limit of frames in flight.
TEST(Traffic, PicturesWithFiguresReadLittleAndNeverWait) {
  constexpr glm::uvec2 size{64, 36};
  for (const char* text : water_scenes) {
    session::CommandLine line;
    line.validation = true;
    Scene scene = parse_scene(text, "water.json");
    scene.render.of<deferred::ShadowSettings>().shadows = false;  // most of the time of a small image
    scene.render.of<deferred::WaterLook>().caustics = 0;
    scene.render.of<deferred::SsaoSettings>().enabled = false;
    session::Session session(std::move(scene), line, {.device = true, .picture = true});
    session.start();
    hud::Hud hud(session, 1);
    hud::HudControls controls;
    int planned = 0;
    const auto picture = [&] {
      hud.begin(1.0 / 60);
      session.step(1);
      hud.measure(session.graph());
      const graph::Image image = session.draw(session.view(size));
      controls.camera = session.scene().camera;
      hud.draw(session.graph(), image, size, {}, controls);
      session.graph().readback("picture", image, [](std::span<const std::byte>) {});
      session.run();
      planned += session.executor().cpu().planned ? 1 : 0;
    };
    for (int i = 0; i < 24; ++i) picture();
    const gpu::Traffic before = session.executor().traffic();
    planned = 0;
    constexpr std::uint64_t pictures = 32;
    for (std::uint64_t i = 0; i < pictures; ++i) picture();
    const gpu::Traffic now = session.executor().traffic() - before;
    const std::uint64_t figures = now.bytes - pictures * size.x * size.y * 4;
    EXPECT_EQ(now.waits, 0u) << text;
    EXPECT_LE(now.paced, pictures) << text;
    EXPECT_GT(figures, 0u) << text;
    EXPECT_LE(figures, pictures / 8 * (256 + sizeof(SurfaceFigures))) << text;
    EXPECT_LE(now.readbacks - pictures, pictures / 8 * 2) << text;
    EXPECT_EQ(planned, 0) << text;
    session.finish();
    EXPECT_EQ(session.result(), Exit::done) << text;
  }
}

}  // namespace
}  // namespace undine::test

// Temporal accumulation: the resolve pass against its formulas in double precision, rejected history, and the absence
// of trails.
#include "passes/picture/temporal.h"

#include <cmath>
#include <functional>
#include <glm/gtc/packing.hpp>
#include <iostream>
#include <random>

#include "passes/agents/fish_params.h"
#include "passes/bodies/bodies_params.h"
#include "passes/picture/sampling.h"
#include "tests/support/gpu.h"
#include "tests/support/stage.h"

namespace undine::test {
namespace {

class TemporalTest : public GpuTest {};

TEST_F(TemporalTest, SamplesFillThePixelAroundItsMiddle) {
  for (const std::uint32_t count : {16u, 32u, 64u}) {
    glm::dvec2 sum(0);
    std::vector<int> rows(count), columns(count);
    for (std::uint32_t i = 1; i <= count; ++i) {
      const glm::dvec2 at = picture::series_offset(i, count);
      sum += at;
      ++columns[static_cast<std::size_t>((at.x + 0.5) * count)];
      ++rows[static_cast<std::size_t>(std::clamp((at.y + 0.5) * count, 0.0, count - 1.0))];
    }
    EXPECT_LT(glm::length(sum), 1e-9);
    EXPECT_EQ(std::ranges::count(columns, 1), count) << "one in each column";
    EXPECT_EQ(std::ranges::count(rows, 1), count) << "one in each row";
  }
  EXPECT_EQ(picture::series_offset(0, 16), glm::dvec2(0));
  EXPECT_EQ(picture::series_offset(17, 16), picture::series_offset(1, 16));
  EXPECT_EQ(picture::sample_offset({0, 1}), glm::dvec2(0));
}

// One pixel of shaders/picture/resolve.frag for equal render and output sizes, in double precision.
struct Reference {
  using V = glm::dvec3;
  glm::ivec2 size;
  double exposure;
  std::vector<glm::dvec4> lit, motion, history, trace;
  std::vector<double> distance;  // along the view axis

  std::size_t index(glm::ivec2 p) const {
    p = glm::clamp(p, glm::ivec2(0), size - 1);
    return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(size.x) + static_cast<std::size_t>(p.x);
  }
  V compress(V c) const {
    c = glm::max(c, V(0)) * exposure;
    c /= 1 + std::max({c.x, c.y, c.z});
    return {0.25 * c.x + 0.5 * c.y + 0.25 * c.z, 0.5 * (c.x - c.z), -0.25 * c.x + 0.5 * c.y - 0.25 * c.z};
  }
  V expand(V y) const {
    const V c = glm::max(V(y.x + y.y - y.z, y.x + y.z, y.x - y.y - y.z), V(0));
    return c / (std::max(1 - std::max({c.x, c.y, c.z}), 1e-3) * exposure);
  }
  glm::dvec4 bilinear(const std::vector<glm::dvec4>& image, glm::dvec2 at) const {  // pixels
    const glm::dvec2 p = at - 0.5, f = p - glm::floor(p);
    const glm::ivec2 i(glm::floor(p));
    return (image[index(i)] * (1 - f.x) + image[index(i + glm::ivec2(1, 0))] * f.x) * (1 - f.y) +
           (image[index(i + glm::ivec2(0, 1))] * (1 - f.x) + image[index(i + glm::ivec2(1, 1))] * f.x) * f.y;
  }
  glm::dvec4 catmull_rom(glm::dvec2 at) const {
    const glm::dvec2 p = at - 0.5, f = glm::fract(p);
    const glm::ivec2 i(glm::floor(p));
    const auto weights = [](double t) {
      return std::array{t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t), t * (0.5 + t * (2 - 1.5 * t)),
                        t * t * (-0.5 + 0.5 * t)};
    };
    const auto x = weights(f.x), y = weights(f.y);
    glm::dvec4 sum(0);
    double total = 0;
    for (int b = 0; b < 4; ++b)
      for (int a = 0; a < 4; ++a) {
        if ((a == 0 || a == 3) && (b == 0 || b == 3)) continue;
        const double w = x[static_cast<std::size_t>(a)] * y[static_cast<std::size_t>(b)];
        sum += w * history[index(i + glm::ivec2(a - 1, b - 1))];
        total += w;
      }
    return glm::max(sum / total, glm::dvec4(0));
  }
  glm::dvec4 at(glm::ivec2 pixel) const {
    V mean(0), square(0);
    glm::dvec4 way = motion[index(pixel - 1)];
    for (int j = -1; j <= 1; ++j)
      for (int i = -1; i <= 1; ++i) {
        const std::size_t k = index(pixel + glm::ivec2(i, j));
        const V y = compress(V(lit[k]));
        mean += y / 9.0;
        square += y * y / 9.0;
        if (motion[k].z < way.z) way = motion[k];
      }
    const V now(lit[index(pixel)]);
    const glm::dvec2 from = glm::dvec2(pixel) + 0.5 - glm::dvec2(way) * glm::dvec2(size);
    if (from.x < 0 || from.y < 0 || from.x > size.x || from.y > size.y) return {now, 1};
    const V sigma = glm::sqrt(glm::max(square - mean * mean, V(0)));
    const glm::dvec4 past = bilinear(trace, from);
    const double waver = std::sqrt(std::max(past.y - past.x * past.x, 0.0));
    double farthest = 0;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i)
        farthest = std::max(farthest, trace[index(glm::ivec2(glm::floor(from - 0.5)) + glm::ivec2(i, j))].z);
    if (farthest < 0.97 * way.z - 0.01 && waver < 0.03) return {now, 1};
    const glm::dvec4 before = catmull_rom(from);
    const V off = compress(V(before)) - mean, excess = glm::abs(off) / (2.0 * (sigma + 2.0 * waver) + 1e-3);
    const double over = std::max({excess.x, excess.y, excess.z});
    const V kept = over > 1 ? expand(mean + off / over) : V(before);
    const double refused = over > 1 ? glm::length(off) * (1 - 1 / over) : 0;
    const double reactive = std::abs(motion[index(pixel)].w);
    // The fetch of the four center texels includes the sample count.
    const auto warped = [](double t) {
      const double a = 1 + t * t * (-2.5 + 1.5 * t), b = t * (0.5 + t * (2 - 1.5 * t));
      return b / (a + b);
    };
    const glm::dvec2 corner = glm::floor(from - 0.5), f = from - 0.5 - corner;
    const double remembered = bilinear(history, corner + 0.5 + glm::dvec2(warped(f.x), warped(f.y))).w;
    const double count = std::min(remembered, glm::mix(15.0, 3.0, reactive)) / (1 + 20 * refused);
    return {(kept * count + now) / (count + 1), count + 1};
  }
};

TEST_F(TemporalTest, ResolvesAsItsFormulasSay) {
  const glm::ivec2 size(37, 23);
  const std::size_t texels = 37 * 23;
  Reference r{size, 1.3, {}, {}, {}, {}, {}};
  std::mt19937 random(7);
  const auto unit = [&] { return static_cast<double>(random() % 4096) / 4096; };
  const auto half = [](double v) { return static_cast<double>(glm::unpackHalf1x16(glm::packHalf1x16(float(v)))); };
  const glm::dvec2 offset(0.21, -0.37);
  for (std::size_t i = 0; i < texels; ++i) {
    const double x = static_cast<double>(i % 37), y = static_cast<double>(i / 37);
    const double wave = 0.6 + 0.4 * std::sin(0.7 * x) * std::cos(0.5 * y), far = i % 37 > 20 ? 9 : 4;
    const auto color = [&](double noise) {
      return glm::dvec4(half(wave + noise * unit()), half(0.7 * wave + noise * unit()),
                        half(wave * wave + noise * unit()), 0);
    };
    r.lit.push_back(color(0.5));
    r.history.push_back(color(0.2));
    r.history.back().w = half(1 + 14 * unit());
    const double luma = r.compress(glm::dvec3(r.history.back())).x, waver = i % 5 == 0 ? 0.1 : 0.01;
    r.trace.push_back({half(luma), half(luma * luma + waver * waver), half(i % 37 > 24 ? 9 : 4), 0});
    r.distance.push_back(far);
    r.motion.push_back({half(far > 5 ? 0.011 : 0.043), half(far > 5 ? -0.02 : 0.008), half(far), half(0.5 * unit())});
  }
  const graph::Extent extent{37, 23, 1};
  const auto image = [&](const char* name) { return state.image(name, {extent, graph::Format::rgba16_float}); };
  const graph::Image lit = image("lit"), motion = image("motion");
  const picture::Resolved history{image("history"), image("trace")}, out{image("out"), image("out_trace")};
  Scene scene;
  scene.render.of<deferred::ExposureSettings>().exposure = r.exposure;
  View view;
  view.size = glm::uvec2(size);
  view.offset = offset;
  const deferred::Camera camera = deferred::make_camera(view, scene);
  graph::Graph g(state);
  const auto fill = [&](graph::Image target, const std::vector<glm::dvec4>& values) {
    std::vector<std::uint64_t> halves;
    for (const glm::dvec4& v : values) halves.push_back(glm::packHalf4x16(glm::vec4(v)));
    g.upload("fill", target, halves);
  };
  fill(lit, r.lit);
  fill(motion, r.motion);
  fill(history.color, r.history);
  fill(history.trace, r.trace);
  const graph::Image depth = g.image("depth", {extent, graph::Format::d32_float});
  g.clear("far", depth, {0.01f, 0, 0, 0});
  picture::resolve(g, camera, view, {lit, depth}, motion, history, out, view.size, true);
  run(g);
  const std::vector<std::uint64_t> got = read<std::uint64_t>(out.color);
  int worse = 0, kept = 0, fresh = 0;
  for (int y = 0; y < size.y; ++y)
    for (int x = 0; x < size.x; ++x) {
      const glm::dvec4 wanted = r.at({x, y});
      const glm::vec4 found = glm::unpackHalf4x16(got[r.index({x, y})]);
      const double error = glm::length(glm::dvec4(found) - wanted) / (1 + glm::length(wanted));
      worse += error > 0.01;
      kept += wanted.w > 4;
      fresh += wanted.w == 1;
    }
  EXPECT_GT(kept, 100);
  EXPECT_GT(fresh, 30);
  // Close to a decision's threshold, rounding to half precision may choose the other branch.
  EXPECT_LE(worse, static_cast<int>(texels / 100));
}

// Upscaling of a finished image: constants stay constant, ramps stay ramps, and channels do not mix.
TEST_F(TemporalTest, EnlargesWhatItsPixelsShow) {
  constexpr glm::uvec2 drawn(20, 10), full(33, 17);
  std::vector<std::uint8_t> texels;
  for (std::uint32_t y = 0; y < drawn.y; ++y)
    for (std::uint32_t x = 0; x < drawn.x; ++x)
      for (const std::uint32_t c : {10 * x, 20 * y, 77u, 3u}) texels.push_back(static_cast<std::uint8_t>(c));
  graph::Graph g(state);
  const graph::Image picture = g.image("picture", {{drawn.x, drawn.y}, graph::Format::rgba8_unorm});
  g.upload("upload", picture, texels);
  std::vector<std::uint8_t> out(std::size_t{4} * full.x * full.y);
  g.readback("read", picture::enlarge(g, picture, drawn, full), [&](std::span<const std::byte> bytes) {
    ASSERT_EQ(bytes.size(), out.size());
    std::memcpy(out.data(), bytes.data(), out.size());
  });
  run(g);
  executor->finish();
  for (std::uint32_t y = 0; y < full.y; ++y) {
    for (std::uint32_t x = 0; x < full.x; ++x) {
      const std::uint8_t* t = &out[std::size_t{4} * (y * full.x + x)];
      const glm::dvec2 at = (glm::dvec2(x, y) + 0.5) / glm::dvec2(full) * glm::dvec2(drawn) - 0.5;
      EXPECT_EQ(t[2], 77);
      EXPECT_EQ(t[3], 255);
      if (x < 2 || y < 2 || x + 2 >= full.x || y + 2 >= full.y) continue;  // texels at the edge
      EXPECT_NEAR(t[0], 10 * at.x, 2);
      EXPECT_NEAR(t[1], 20 * at.y, 4);
    }
  }
}

TEST_F(TemporalTest, LightThatChangesLeavesNoGridAtHalfTheSize) {
  const glm::ivec2 drawn(24, 16), size = 2 * drawn;
  const auto image = [&](const char* name, glm::ivec2 s) {
    return state.image(
        name, {{static_cast<std::uint32_t>(s.x), static_cast<std::uint32_t>(s.y), 1}, graph::Format::rgba16_float});
  };
  const graph::Image lit = image("lit", drawn), motion = image("motion", drawn);
  const picture::Resolved history{image("history", size), image("trace", size)},
      out{image("out", size), image("out_trace", size)};
  View view;
  view.size = glm::uvec2(drawn);
  view.offset = {0.25, -0.25};
  const deferred::Camera camera = deferred::make_camera(view, Scene{});
  const auto unevenness = [&](float mark, float remembered) {
    graph::Graph g(state);
    const auto fill = [&](graph::Image target, glm::ivec2 s, const std::function<glm::vec4(double x)>& value) {
      std::vector<std::uint64_t> halves;
      for (int i = 0; i < s.x * s.y; ++i)
        halves.push_back(glm::packHalf4x16(value((0.5 + i % s.x) / static_cast<double>(s.x))));
      g.upload("fill", target, halves);
    };
    const auto slope = [](double x, float w) { return glm::vec4(glm::vec3(static_cast<float>(0.2 + 0.8 * x)), w); };
    fill(lit, drawn, [&](double x) { return slope(x, 0); });
    fill(motion, drawn, [&](double) { return glm::vec4(0, 0, 4, mark); });
    fill(history.color, size, [&](double x) { return slope(x - 0.04, remembered); });
    fill(history.trace, size, [&](double) { return glm::vec4(0.3, 0.09, 4, 1); });
    const graph::Image depth = g.image(
        "depth",
        {{static_cast<std::uint32_t>(drawn.x), static_cast<std::uint32_t>(drawn.y), 1}, graph::Format::d32_float});
    g.clear("far", depth, {0.01f, 0, 0, 0});
    picture::resolve(g, camera, view, {lit, depth}, motion, history, out, glm::uvec2(size), false);
    run(g);
    const std::vector<std::uint64_t> got = read<std::uint64_t>(out.color);
    double worst = 0;
    for (int y = 4; y < size.y - 4; ++y)
      for (int x = 4; x < size.x - 4; ++x) {
        const auto at = [&](int i) {
          return static_cast<double>(glm::unpackHalf4x16(got[static_cast<std::size_t>(y * size.x + i)]).x);
        };
        worst = std::max(worst, std::abs(at(x) - 0.5 * (at(x - 1) + at(x + 1))));
      }
    return worst;
  };
  EXPECT_LT(unevenness(2, 3), 1e-3);
  EXPECT_LT(unevenness(0, 0.5f), 5e-3) << "little is remembered, and pixels without a sample are told by those around";
  EXPECT_GT(unevenness(0, 3), 3e-3) << "nothing changes: each pixel keeps to its own samples";
}

const char* const still_scene = R"({"version": 1, "camera": {"eye": [1.6, 1.1, 2.4], "target": [0, 0.1, 0]},
  "meshes": [{"shape": "plane", "size": [12, 1, 12], "material": {"pattern": "tiles", "scale": 0.3,
              "color": [0.7, 0.2, 0.1], "color2": [0.9, 0.9, 0.8]}},
             {"shape": "box", "size": [0.4, 0.8, 0.4], "translate": [-0.5, 0.4, 0], "rotate": [0, 30, 0]},
             {"shape": "sphere", "size": [0.6, 0.6, 0.6], "translate": [0.4, 0.3, 0]}]})";

TEST_F(TemporalTest, AStillPictureBecomesTheMeanOfItsSamples) {
  const Scene scene = parse_scene(still_scene, "test.json");
  Stage stage(state, *executor, scene, {161, 95});
  const Pixels wanted = stage.mean_of(16), alone = stage.mean_of(1);
  const Pixels first = stage.after(1);
  EXPECT_EQ(first, alone) << "the first one has nothing to remember";
  const Pixels last = stage.after(15);
  EXPECT_GT(psnr(last, wanted), 38);
  EXPECT_GT(psnr(last, wanted), psnr(alone, wanted) + 6);
  EXPECT_GT(psnr(stage.after(20), wanted), 37) << "and stays it";
}

TEST_F(TemporalTest, ACutForgets) {
  const Scene scene = parse_scene(still_scene, "test.json");
  Stage stage(state, *executor, scene, {80, 46});
  stage.after(5);
  const View there = stage.view;
  const std::vector<std::function<void(View&)>> cuts{[](View& v) {
                                                       v.eye = {-3, 2, -1};
                                                     },
                                                     [](View& v) {
                                                       v.size = {90, 46};
                                                     },
                                                     [](View& v) { v.fov = 30; }, [](View& v) { v.time = -1; },
                                                     [](View& v) {
                                                       v.target = {4, 0, 2};
                                                     }};
  for (const auto& cut : cuts) {
    stage.view = there;
    stage.after(3);
    cut(stage.view);
    const Pixels after_cut = stage.after(1);
    EXPECT_EQ(after_cut, stage.mean_of(1)) << "cut " << &cut - cuts.data();
  }
  stage.view = there;
  stage.after(3);
  stage.view.show = "normals";
  stage.after(1);
  stage.view.show = "final";
  EXPECT_EQ(stage.after(1), stage.mean_of(1)) << "another view lies between";
}

TEST_F(TemporalTest, GivesTheSameBytesTwice) {
  const Scene scene = parse_scene(still_scene, "test.json");
  Pixels pictures[2];
  for (Pixels& p : pictures) {
    Stage stage(state, *executor, scene, {80, 46});
    for (int i = 0; i < 6; ++i) {
      stage.view.eye.x += 0.01;
      p = stage.after(1);
    }
  }
  EXPECT_EQ(pictures[0], pictures[1]);
}

// Visibility of a trail: draws `count` images with the object at `place`. Compares the last one, at the object's
// former places, with an image without history.
struct Trail {
  double mean = 0, most = 0;  // levels; most: of 99 % of the pixels
  int pixels = 0;
};

Trail trail_of(Stage& stage, int count, const std::function<Pixels(double place)>& draw) {
  stage.view.follows = false;
  const Pixels empty = draw(-1);
  std::vector<Pixels> fresh;
  for (int i = 0; i < count; ++i) fresh.push_back(draw(i));
  stage.view.follows = true;
  Pixels last;
  for (int i = 0; i < count; ++i) {
    stage.view.time += 1e-9;  // nothing moves while the clock stands
    last = draw(i);
  }
  const glm::ivec2 n(stage.view.size);
  std::vector<int> off;
  for (int y = 2; y < n.y - 2; ++y)
    for (int x = 2; x < n.x - 2; ++x) {
      const auto pixel = [&](int i, int j) { return static_cast<std::size_t>((y + j) * n.x + x + i); };
      bool was = false, is = false;
      for (std::size_t k = 0; k + 1 < fresh.size(); ++k) was |= difference(fresh[k], empty, pixel(0, 0)) > 24;
      for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i) is |= difference(fresh.back(), empty, pixel(i, j)) > 4;
      if (was && !is) off.push_back(difference(last, fresh.back(), pixel(0, 0)));
    }
  Trail out;
  out.pixels = static_cast<int>(off.size());
  if (off.empty()) return out;
  std::ranges::sort(off);
  for (int v : off) out.mean += double(v) / out.pixels;
  out.most = off[off.size() * 99 / 100];
  std::cout << out.pixels << " pixels, levels " << out.mean << " in the mean, " << out.most << " at most" << std::endl;
  return out;
}

class TemporalTrail : public GpuTest, public testing::WithParamInterface<double> {};  // render.scale

TEST_P(TemporalTrail, IsNotDraggedByABall) {
  Scene scene = parse_scene(R"({"version": 1, "camera": {"eye": [0, 2.2, 2.4], "target": [0, 0.1, 0]},
    "sun": {"direction": [0.1, 0.9, 0.3]}, "render": {"ssao": {"enabled": false}},
    "meshes": [{"shape": "plane", "size": [12, 1, 12], "material": {"color": [0.35, 0.5, 0.6]}}],
    "bodies": [{"shape": "sphere", "radius": 0.25, "position": [0, 5, 0], "density": 500,
                "material": {"color": [0.9, 0.1, 0.05]}}]})",
                            "test.json");
  scene.render.of<picture::TemporalSettings>().scale = GetParam();
  Stage stage(state, *executor, scene, {200, 112});
  const graph::Buffer states = state.buffer("ball", {.bytes = sizeof(bodies::BodyState)});
  const Trail trail = trail_of(stage, 10, [&](double place) {
    bodies::BodyState ball{};
    ball.position = glm::vec3(-1.0 + 0.13 * place, place < 0 ? -9.0 : 0.45, 0.2);
    ball.rotation = {0, 0, 0, 1};
    stage.graph().upload("place", states, std::as_bytes(std::span(&ball, 1)));
    return stage.picture({}, {.states = states, .count = 1});
  });
  EXPECT_GT(trail.pixels, 500);
  EXPECT_LT(trail.mean, 3);
  EXPECT_LE(trail.most, 20);
}

TEST_P(TemporalTrail, IsNotDraggedByAFishUnderWater) {
  Scene scene = parse_scene(R"({"version": 1, "camera": {"eye": [0, 1.6, 1.9], "target": [0, -0.2, 0]},
    "sun": {"direction": [0.1, 0.9, 0.3]}, "render": {"ssao": {"enabled": false}},
    "meshes": [{"shape": "basin", "size": [4, 0.8, 4], "rim": 0, "material": {"color": [0.35, 0.5, 0.6]}}],
    "water": [{"name": "pond", "solver": "wave", "cells": [32, 32], "size": [4, 4], "origin": [0, 0, 0]}],
    "fish": [{"count": 1, "length": 0.5, "depth": [0.2, 0.4]}]})",
                            "test.json");
  scene.render.of<picture::TemporalSettings>().scale = GetParam();
  Stage stage(state, *executor, scene, {200, 112});
  SurfaceField water;
  water.surface = state.image("surface", {{32, 32, 1}, graph::Format::rgba16_float});
  water.cells = {32, 32};
  water.size = {4, 4};
  stage.graph().clear("level", water.surface, {0, 0, 0, 1});
  const graph::Buffer states = state.buffer("one_fish", {.bytes = sizeof(agents::FishState)});
  const Trail trail = trail_of(stage, 10, [&](double place) {
    agents::FishState fish{};
    fish.position = glm::vec3(-0.9 + 0.12 * place, place < 0 ? -9.0 : -0.15, 0.2);
    fish.size = 0.5f;
    fish.speed = 0.3f;
    fish.phase = static_cast<float>(place);
    stage.graph().upload("place", states, std::as_bytes(std::span(&fish, 1)));
    return stage.picture({water}, {.fish = states});
  });
  EXPECT_GT(trail.pixels, 100);
  EXPECT_LT(trail.mean, GetParam() < 1 ? 8 : 4);
  EXPECT_LE(trail.most, 32);
}

// Refraction through waves changes the whole image, so this holds in a scene, too. Pixels differ from their neighbors
// about as in the mean of samples (four times as much if pixels do not share samples).
TEST_F(TemporalTest, WavesAtHalfTheSizeShowNoGrid) {
  Scene scene = parse_scene(R"({"version": 1, "camera": {"eye": [0, 1.6, 1.9], "target": [0, -0.2, 0]},
    "clock": {"step": 0.016}, "sun": {"direction": [0.1, 0.9, 0.3]}, "render": {"ssao": {"enabled": false}},
    "meshes": [{"shape": "basin", "size": [4, 0.8, 4], "rim": 0,
                "material": {"pattern": "tiles", "scale": 0.25, "color": [0.35, 0.5, 0.6], "color2": [0.7, 0.7, 0.7]}}],
    "water": [{"name": "pond", "solver": "wave", "cells": [64, 64], "size": [4, 4], "speed": 1.5,
               "initial": [{"shape": "gaussian", "height": 0.06, "radius": 0.3}]}]})",
                            "test.json");
  scene.render.of<picture::TemporalSettings>().scale = 0.5;
  Stage stage(state, *executor, scene, {200, 112});
  Pixels last;
  for (int k = 0; k < 24; ++k) {
    stage.step(2);
    last = stage.after(1);
  }
  const auto grid_of = [&](const Pixels& p) {
    double sum = 0;
    for (std::size_t y = 40; y < 112; ++y)
      for (std::size_t x = 21; x < 179; ++x) {
        const auto at = [&](std::size_t i) { return static_cast<double>(p[3 * (200 * y + i) + 1]); };
        sum += std::abs(at(x) - 0.5 * (at(x - 1) + at(x + 1)));
      }
    return sum / (72 * 158);
  };
  const double grid = grid_of(last), samples = grid_of(stage.mean_of(16));
  fmt::print("neighbors differ by {:.2f} levels, in the mean of samples by {:.2f}\n", grid, samples);
  EXPECT_LT(grid, 1.5 * samples);
}

INSTANTIATE_TEST_SUITE_P(Scales, TemporalTrail, testing::Values(1.0, 0.5),
                         [](const auto& info) { return info.param < 1 ? "half" : "whole"; });

}  // namespace
}  // namespace undine::test

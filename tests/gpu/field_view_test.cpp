// Fields in false color, compared pixel by pixel with engine/core/color_map.h.
#include "passes/picture/field_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "engine/app/session/session.h"
#include "passes/picture/field_view_params.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinite = std::numeric_limits<float>::infinity();
constexpr glm::uvec2 cells{37, 29};
constexpr glm::uvec2 size{200, 150};
// Water of 2 m x 1 m in 200 x 150 pixels: a margin of 9, a map of 182 x 91.
constexpr glm::vec2 corner{9, 30}, extent{182, 91};

class FieldViewTest : public test::GpuTest {
 protected:
  struct Shape {
    glm::uvec2 cells{undine::cells};
    std::uint32_t components = 1;
    float scale = 1, bias = 0;
    std::optional<double> rest = std::nullopt;
    bool periodic = false;
  };
  using Value = std::function<float(std::uint32_t i, std::uint32_t j, std::uint32_t component)>;

  // Image of `value` as color bytes; rows are padded with values that must not be visible.
  std::vector<glm::u8vec4> map(const Shape& shape, const Value& value, FieldShow how) {
    const std::uint64_t offset = 5, pitch = std::uint64_t{shape.cells.x} * shape.components + 3;
    std::vector<float> data(offset + pitch * shape.cells.y, 1e9f);
    for (std::uint32_t j = 0; j < shape.cells.y; ++j)
      for (std::uint32_t i = 0; i < shape.cells.x; ++i)
        for (std::uint32_t c = 0; c < shape.components; ++c)
          data[offset + j * pitch + std::uint64_t{i} * shape.components + c] = value(i, j, c);
    graph::Graph g(state);
    const graph::Buffer buffer = g.buffer("data", {.bytes = data.size() * sizeof(float)});
    g.upload("fill", buffer, data);
    Field field{"w.f", {shape.cells.y, shape.cells.x}, "m", "", {}, shape.rest};
    if (shape.components > 1) field.shape.push_back(shape.components);
    SurfaceField water;
    water.surface = g.image("surface", {{4, 4}, graph::Format::rgba16_float});
    g.clear("flat", water.surface, {0, 0, 0, 1});
    water.cells = {4, 4};
    water.size = {2, 1};
    water.periodic_x = water.periodic_z = shape.periodic;
    deferred::Camera camera{};
    camera.viewport = glm::vec4(size, 1.0f / glm::vec2(size));
    how.measure = true;
    const graph::Image out = view.map(g, camera, {field, {buffer, offset, pitch, shape.scale, shape.bias}, water}, how);
    std::vector<glm::u8vec4> pixels(size.x * size.y);
    g.readback("picture", out, [&](std::span<const std::byte> bytes) {
      ASSERT_EQ(bytes.size(), pixels.size() * 4);
      std::memcpy(pixels.data(), bytes.data(), bytes.size());
    });
    run(g);
    executor->finish();
    return pixels;
  }
  FieldFigures figures() const { return view.figures().value_or(FieldFigures{}); }

  // Pixel with its center closest to a cell's center, and the position of the pixel's center in cells.
  static glm::uvec2 pixel_of(glm::vec2 cell, glm::vec2 count = cells) {
    return glm::uvec2(corner + (cell + 0.5f) / count * extent);
  }
  static glm::vec2 place_of(glm::uvec2 pixel, glm::vec2 count = cells) {
    return (glm::vec2(pixel) + 0.5f - corner) / extent * count - 0.5f;
  }
  static glm::u8vec4 at(const std::vector<glm::u8vec4>& picture, glm::uvec2 p) { return picture[p.y * size.x + p.x]; }
  static void expect_color(glm::u8vec4 got, vec3 want, const std::string& where) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], 255 * want[i], 1.01) << where << ", channel " << i;
    EXPECT_EQ(got.w, 255) << where;
  }

  picture::FieldViewPass view{state};
};

TEST_F(FieldViewTest, ALinearRampHasTheColorsOfTheMap) {
  for (std::uint32_t m = 0; m < color_map_count; ++m) {
    const auto picture =
        map({}, [](auto i, auto j, auto) { return 3.0f * float(i) - float(j); }, {.map = std::string(color_maps[m])});
    EXPECT_EQ(figures().found, glm::dvec2(-28, 108));
    const glm::vec2 shown = m == color_map_diverging ? glm::vec2(-108, 108) : glm::vec2(-28, 108);
    EXPECT_EQ(figures().shown, glm::dvec2(shown)) << color_maps[m];
    for (glm::vec2 cell : {glm::vec2(0, 0), {36, 28}, {18, 14}, {5, 27}, {30.4f, 3.3f}}) {
      const glm::uvec2 p = pixel_of(cell);
      const glm::vec2 place = glm::clamp(place_of(p), glm::vec2(0), glm::vec2(cells) - 1.0f);
      expect_color(at(picture, p), color_map(m, picture::field_part(shown, 3 * place.x - place.y)),
                   fmt::format("{} at {}, {}", color_maps[m], p.x, p.y));
    }
  }
}

TEST_F(FieldViewTest, KeepsTheShapeOfTheWaterInsideAFrame) {
  const auto picture = map({}, [](auto, auto, auto) { return 1.0f; }, {.map = "turbo", .range = glm::dvec2(0, 2)});
  const vec3 inside = color_map(color_map_turbo, 0.5f);
  const glm::uvec2 low(corner), high = low + glm::uvec2(extent) - 1u;
  for (glm::uvec2 p : {low, high, glm::uvec2(low.x, high.y), glm::uvec2(high.x, low.y)})
    expect_color(at(picture, p), inside, fmt::format("{}, {}", p.x, p.y));
  const glm::u8vec4 ground = at(picture, {0, 0});
  for (glm::uvec2 p : {low - 2u, high + 2u, glm::uvec2(100, 27), glm::uvec2(100, 123), glm::uvec2(6, 75)})
    EXPECT_EQ(at(picture, p), ground) << p.x << ", " << p.y;
}

TEST_F(FieldViewTest, AFixedRangeClamps) {
  const auto picture =
      map({}, [](auto i, auto, auto) { return float(i); }, {.map = "viridis", .range = glm::dvec2(10, 20)});
  EXPECT_EQ(figures().shown, glm::dvec2(10, 20));
  EXPECT_EQ(figures().found, glm::dvec2(0, 36));
  expect_color(at(picture, pixel_of({4, 9})), color_map(color_map_viridis, 0), "below");
  expect_color(at(picture, pixel_of({30, 9})), color_map(color_map_viridis, 1), "above");
  const glm::uvec2 p = pixel_of({15, 9});
  expect_color(at(picture, p), color_map(color_map_viridis, (place_of(p).x - 10) / 10), "between");
}

TEST_F(FieldViewTest, NonFiniteValuesAreMagentaAndOutsideTheRange) {
  for (float bad : {nan, infinite, -infinite}) {
    const auto picture = map({}, [&](auto i, auto j, auto) { return i == 7 && j == 11 ? bad : float(i); }, {});
    EXPECT_EQ(figures().found, glm::dvec2(0, 36)) << bad;
    expect_color(at(picture, pixel_of({7, 11})), vec3(1, 0, 1), fmt::format("{}", bad));
    for (glm::vec2 cell : {glm::vec2(5, 11), {9, 11}, {7, 9}, {7, 13}})
      expect_color(at(picture, pixel_of(cell)), color_map(color_map_viridis, place_of(pixel_of(cell)).x / 36),
                   fmt::format("{} beside", bad));
  }
  const auto nothing = map({}, [](auto, auto, auto) { return nan; }, {});
  EXPECT_GT(figures().found.x, figures().found.y);
  expect_color(at(nothing, pixel_of({18, 14})), vec3(1, 0, 1), "all NaN");
}

TEST_F(FieldViewTest, AnAutomaticRangeIsTheLeastAndTheLargestValue) {
  std::mt19937 random(3);
  for (glm::uvec2 n : {glm::uvec2(1, 1), {2, 1}, {300, 201}, {65, 64}, {4097, 3}}) {
    std::vector<float> values(std::size_t{n.x} * n.y);
    for (float& v : values) v = std::uniform_real_distribution<float>(-7, 5)(random);
    map({.cells = n, .scale = -2, .bias = 0.25f}, [&](auto i, auto j, auto) { return values[j * n.x + i]; }, {});
    const auto [low, high] = std::ranges::minmax(values);
    EXPECT_FLOAT_EQ(float(figures().found.x), -2 * high + 0.25f) << n.x << " x " << n.y;
    EXPECT_FLOAT_EQ(float(figures().found.y), -2 * low + 0.25f) << n.x << " x " << n.y;
  }
}

TEST_F(FieldViewTest, ARangeWidensAtOnceAndNarrowsByItsShare) {
  auto flat = [](float far) { return [far](auto i, auto, auto) { return i == 0 ? -far : far; }; };
  map({}, flat(1), {.ease = 0.25});
  EXPECT_EQ(figures().shown, glm::dvec2(-1, 1));
  map({}, flat(3), {.ease = 0.25});
  EXPECT_EQ(figures().shown, glm::dvec2(-3, 3));
  map({}, flat(1), {.ease = 0.25});
  EXPECT_EQ(figures().shown, glm::dvec2(-2.5, 2.5));
  map({}, flat(1), {.ease = 1});
  EXPECT_EQ(figures().shown, glm::dvec2(-1, 1));
  map({}, flat(3), {.range = glm::dvec2(-1, 2)});
  EXPECT_EQ(figures().shown, glm::dvec2(-1, 2));
}

TEST_F(FieldViewTest, ADivergingMapIsWhiteAtTheRestValue) {
  const auto picture = map({.rest = 2.0}, [](auto i, auto, auto) { return i < 20 ? 2.0f : 2.5f; }, {});
  EXPECT_EQ(figures().shown, glm::dvec2(1.5, 2.5));
  expect_color(at(picture, pixel_of({5, 14})), color_map(color_map_diverging, 0.5f), "at rest");
  expect_color(at(picture, pixel_of({30, 14})), color_map(color_map_diverging, 1), "above");
}

TEST_F(FieldViewTest, VectorsShowTheirLengthOrOnePart) {
  const Value vectors = [](auto i, auto j, auto c) {
    return c == 0 ? 0.5f * float(i) : c == 1 ? -0.25f * float(j) : 2;
  };
  const glm::uvec2 p = pixel_of({20, 10});
  for (std::uint32_t n : {2u, 3u}) {
    const FieldShow how{.map = "grey", .smooth = false, .range = glm::dvec2(-20, 20)};
    auto shown = [&](const std::string& component) {
      FieldShow one = how;
      one.component = component;
      return at(map({.components = n}, vectors, one), p);
    };
    const float length = std::hypot(10.0f, -2.5f, n == 3 ? 2.0f : 0.0f);
    auto grey = [](float v) { return color_map(color_map_grey, (v + 20) / 40); };
    expect_color(shown("magnitude"), grey(length), "magnitude");
    EXPECT_NEAR(figures().found.y, std::hypot(18.0f, 7.0f, n == 3 ? 2.0f : 0.0f), 1e-5);
    expect_color(shown("x"), grey(10), "x");
    expect_color(shown(n == 2 ? "z" : "y"), grey(-2.5f), "second");
    if (n == 3) expect_color(shown("z"), grey(2), "z");
  }
  // Squares would overflow.
  map({.components = 2}, [](auto, auto, auto) { return 3e30f; }, {});
  EXPECT_FLOAT_EQ(float(figures().found.y), std::hypot(3e30f, 3e30f));
}

TEST_F(FieldViewTest, CellsHaveOneColorUnlessSmooth) {
  auto picture = map({}, [](auto i, auto j, auto) { return float((i + j) % 2); }, {.map = "grey", .smooth = false});
  const glm::uvec2 p = pixel_of({8, 9});
  for (std::uint32_t dx : {0u, 1u, 2u})
    expect_color(at(picture, p + glm::uvec2(dx, 0) - glm::uvec2(1, 0)), color_map(color_map_grey, 1), "one cell");
}

TEST_F(FieldViewTest, RefusesWhatIsNoGrid) {
  graph::Graph g(state);
  const graph::Buffer buffer = g.buffer("data", {.bytes = 4096});
  deferred::Camera camera{};
  camera.viewport = glm::vec4(size, 1.0f / glm::vec2(size));
  for (const std::vector<std::uint32_t>& shape : {std::vector<std::uint32_t>{8, 8, 8}, {100, 3}, {100}}) {
    const Field field{"w.f", shape, "m", "", {}};
    EXPECT_THROW(view.map(g, camera, {field, {buffer, 0, 8}, {}}, {}), Error) << shape.size();
  }
}

const std::string still = R"({
  "version": 1, "name": "still",
  "camera": {"eye": [0, 4, 0.01], "target": [0, 0, 0], "fov": 40},
  "water": [{"name": "other", "solver": "wave", "cells": [9, 9], "size": [0.5, 0.5], "origin": [-1.9, 0.1, 0]},
            {"name": "pool", "solver": "wave", "cells": [37, 29], "size": [2, 2], "origin": [0, 0.25, 0]}]
})";

// Still water from straight above: without shading, its color is the map's.
TEST(FieldPaint, CoversTheWaterOfTheFieldAndNothingElse) {
  session::CommandLine line;
  line.validation = true;
  session::Session session(parse_scene(still, "still.json"), line, {.device = true, .picture = true});
  session.start();
  session.step(1);
  std::array<std::vector<glm::u8vec4>, 2> pictures;
  for (const bool painted : {false, true}) {
    View shown = session.view(size);
    if (painted) shown.show = "pool.height";
    shown.how = {.map = "viridis", .range = glm::dvec2(0, 1)};
    auto& out = pictures[painted];
    session.graph().readback("picture", session.draw(shown), [&](std::span<const std::byte> bytes) {
      out.resize(bytes.size() / 4);
      std::memcpy(out.data(), bytes.data(), bytes.size());
    });
    session.run();
  }
  session.finish();
  ASSERT_EQ(pictures[1].size(), size.x * size.y);
  const vec3 want = color_map(color_map_viridis, 0.25f);
  // 2 m at a distance of 3.75 m: 200 px of height 150 at 40 degrees see 2.73 m; 110 pixels are the pool.
  int same = 0;
  for (std::uint32_t y = 0; y < size.y; ++y)
    for (std::uint32_t x = 0; x < size.x; ++x) {
      const auto got = pictures[1][y * size.x + x], before = pictures[0][y * size.x + x];
      const bool inside = x > 48 && x < 151 && y > 23 && y < 126, outside = x < 42 || x > 157 || y < 17 || y > 132;
      if (inside) {
        for (int c = 0; c < 3; ++c) ASSERT_NEAR(got[c], 255 * want[c], 1.01) << x << ", " << y;
      } else if (outside) {
        ASSERT_EQ(got, before) << x << ", " << y;
        ++same;
      }
    }
  EXPECT_GT(same, 10000);
  EXPECT_EQ(session.result(), Exit::done);
}

}  // namespace
}  // namespace undine

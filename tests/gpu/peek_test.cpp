// Resources of a frame as images, pixel by pixel: transients that are overwritten later, sub-steps, tables of
// buffers, layers, slices, mips and every format.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "passes/deferred/optics.h"
#include "passes/picture/peek_view.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

using graph::Format;
using graph::Graph;

constexpr glm::uvec2 size{32, 16};
using Pixels = std::vector<glm::u8vec4>;

class PeekTest : public test::GpuTest {
 protected:
  // Contents at `path` after `declare`.
  template <class Declare>
  Pixels show(Declare&& declare, std::string path, FieldShow how = {}, bool window = false) {
    Graph g(state);
    declare(g);
    View seen;
    seen.size = size;
    seen.show = std::move(path);
    seen.how = std::move(how);
    seen.how.measure = true;
    seen.strict = !window;
    seen.keep = window;
    Pixels pixels;
    if (const graph::Image out = view.draw(g, seen))
      g.readback("picture", out, [&](std::span<const std::byte> bytes) {
        pixels.resize(bytes.size() / 4);
        std::memcpy(pixels.data(), bytes.data(), bytes.size());
      });
    run(g);
    executor->finish();
    return pixels;
  }
  glm::dvec2 found() const { return ranges.figures().value_or(FieldFigures{}).found; }
  static glm::u8vec4 at(const Pixels& picture, std::uint32_t x, std::uint32_t y) { return picture.at(y * size.x + x); }
  static void expect_color(glm::u8vec4 got, vec3 want, const std::string& where) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(got[i], 255 * want[i], 1.01) << where << ", channel " << i;
    EXPECT_EQ(got.w, 255) << where;
  }
  static FieldShow grey(double low, double high) {
    FieldShow how;
    how.map = "grey";
    how.range = glm::dvec2(low, high);
    return how;
  }

  picture::FieldViewPass ranges{state};
  picture::PeekView view{ranges};
};

TEST_F(PeekTest, ATransientThatIsOverwrittenLater) {
  constexpr glm::uvec2 texels{8, 4};
  const auto value = [](std::uint32_t x, std::uint32_t y) {
    const glm::vec2 p(x, y);
    return vec4(p.x / 8, p.y / 4, (p.x + p.y) / 12, -3);
  };
  const auto declare = [&](Graph& g) {
    auto scope = g.scope("gbuffer");
    std::vector<vec4> data;
    for (std::uint32_t y = 0; y < texels.y; ++y)
      for (std::uint32_t x = 0; x < texels.x; ++x) data.push_back(value(x, y));
    const graph::Image image = g.image("normal", {{texels.x, texels.y}, Format::rgba32_float});
    g.upload("fill", image, data);
    g.clear("wipe", image, {9, 9, 9, 9});
    g.copy("save", image, state.image("saved", {{texels.x, texels.y}, Format::rgba32_float}));
  };
  FieldShow how;
  how.range = glm::dvec2(0, 1);
  const Pixels stored = show(declare, "gbuffer/fill.target", how);
  for (std::uint32_t y = 0; y < size.y; ++y)
    for (std::uint32_t x = 0; x < size.x; ++x)
      expect_color(at(stored, x, y), vec3(value(x / 4, y / 4)), fmt::format("{}, {}", x, y));
}

TEST_F(PeekTest, ColorsAreEncodedAndSignsAreShownAroundGrey) {
  const auto filled = [&](vec4 value) {
    return [value](Graph& g) {
      const graph::Image image = g.image("lit", {{4, 2}, Format::rgba16_float});
      g.clear("fill", image, {value.x, value.y, value.z, value.w});
    };
  };
  const Pixels lit = show(filled({0.5f, 0.25f, 3, 1}), "frame/fill.lit");
  expect_color(at(lit, 5, 5), {deferred::srgb_encode(0.5f), deferred::srgb_encode(0.25f), 1}, "radiance");
  const Pixels normal = show(filled({-1, 0.5f, 0, 1}), "frame/fill.target");
  expect_color(at(normal, 5, 5), {0, 0.75f, 0.5f}, "normal");
  FieldShow y = grey(0, 1);
  y.component = "y";
  expect_color(at(show(filled({3, 0.25f, 3, 3}), "frame/fill.target", y), 5, 5), color_map(color_map_grey, 0.25f), "y");
  FieldShow length = grey(0, 10);
  length.component = "length";
  expect_color(at(show(filled({1, 2, 2, 4}), "frame/fill.target", length), 5, 5), color_map(color_map_grey, 0.5f),
               "length");
  const float nothing = std::nanf("");
  expect_color(at(show(filled({0, nothing, 0, 0}), "frame/fill.target"), 5, 5), color_of_nothing(), "no number");
}

TEST_F(PeekTest, OccurrencesOfASubStep) {
  const graph::Buffer kept = state.buffer("pool/steps", {.bytes = 64});
  const auto declare = [&](Graph& g) {
    auto scope = g.scope("pool");
    for (std::uint32_t k = 1; k <= 3; ++k) g.clear("step", kept, k);
    g.clear("end", kept, 9);
  };
  FieldShow how = grey(0, 4);
  how.peek.words = "uint";
  for (const auto& [path, value] : {std::pair("pool/step#1.target", 1),
                                    {"pool/step#2.target", 2},
                                    {"pool/step#3.target", 3},
                                    {"pool/step.target", 3},
                                    {"pool/end.pool/steps", 9}}) {
    const Pixels picture = show(declare, path, how);
    EXPECT_EQ(found(), glm::dvec2(value)) << path;
    expect_color(at(picture, 16, 8), color_map(color_map_grey, static_cast<float>(value) / 4), path);
  }
}

TEST_F(PeekTest, ABufferIsATable) {
  const auto declare = [](Graph& g) {
    std::vector<float> numbers;
    for (int i = 0; i < 10; ++i) numbers.push_back(static_cast<float>(i));
    g.upload("fill", g.buffer("numbers", {.bytes = 40}), numbers);
  };
  FieldShow how = grey(0, 9);
  how.peek.row = 4;
  const Pixels picture = show(declare, "frame/fill.target", how);
  EXPECT_EQ(found(), glm::dvec2(0, 9));
  EXPECT_EQ(view.info().what, "numbers: 10 floats, 4 a row");
  // 4 x 3 cells: 21 x 16 pixels from x = 5 on.
  const glm::u8vec4 ground = at(picture, 0, 0);
  for (int i = 0; i < 10; ++i) {
    const auto x = static_cast<std::uint32_t>(5 + 21 * (i % 4 + 0.5) / 4);
    const auto y = static_cast<std::uint32_t>(16 * (i / 4 + 0.5) / 3);
    expect_color(at(picture, x, y), color_map(color_map_grey, static_cast<float>(i) / 9), fmt::format("{}", i));
  }
  EXPECT_EQ(at(picture, 20, 14), ground) << "behind the last number";
  EXPECT_EQ(at(picture, 30, 8), ground) << "beside the table";
}

TEST_F(PeekTest, NumbersOfABufferAreThoseOfItsFormat) {
  struct Case {
    Format format;
    const char* words;
    std::uint32_t bits;
    double least, largest;
  };
  for (const Case& c : {Case{Format::rgba32_float, "", 0x40000000u, 2, 2},
                        {Format::r32_uint, "", 70000, 70000, 70000},
                        {Format::rgba32_float, "int", 0xffffffffu, -1, -1},
                        {Format::r32_uint, "float", 0x3f800000u, 1, 1},
                        {Format::rg16_float, "", 0x3c004000u, 1, 2},
                        {Format::rgba8_unorm, "", 0xff00ff00u, 0, 1}}) {
    FieldShow how;
    how.peek.words = c.words;
    show([&](Graph& g) { g.clear("fill", g.buffer("b", {.bytes = 256, .texel = c.format}), c.bits); },
         "frame/fill.target", how);
    EXPECT_EQ(found(), glm::dvec2(c.least, c.largest)) << format_name(c.format) << " " << c.words;
  }
}

TEST_F(PeekTest, LayersSlicesAndMips) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < 3 * 8; ++i) numbers.push_back(100 + i);
  for (const graph::ImageDesc& desc : {graph::ImageDesc{{4, 2}, Format::r32_uint, 1, 3},
                                       {{4, 2, 3}, Format::r32_uint},
                                       {{4, 2}, Format::r32_float, 1, 3},
                                       {{4, 2, 3}, Format::r32_float}}) {
    const bool integers = desc.format == Format::r32_uint;
    const auto declare = [&](Graph& g) {
      std::vector<float> floats(numbers.begin(), numbers.end());
      const graph::Image image = g.image("pile", desc);
      integers ? g.upload("fill", image, numbers) : g.upload("fill", image, floats);
    };
    for (std::uint32_t slice = 0; slice < 3; ++slice) {
      FieldShow how = grey(100, 124);
      how.peek.slice = slice;
      const Pixels picture = show(declare, "frame/fill.target", how);
      EXPECT_EQ(found(), glm::dvec2(100 + 8 * slice, 107 + 8 * slice));
      expect_color(at(picture, 9, 1), color_map(color_map_grey, static_cast<float>(1 + 8 * slice) / 24), "texel 1, 0");
    }
    FieldShow beyond;
    beyond.peek.slice = 3;
    EXPECT_THROW(show(declare, "frame/fill.target", beyond), Error);
  }
  const auto mips = [](Graph& g) {
    g.upload("fill", g.image("mips", {{4, 2}, Format::r32_float, 2}),
             std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 40, 41});
  };
  FieldShow how;
  how.peek.mip = 1;
  show(mips, "frame/fill.target", how);
  EXPECT_EQ(found(), glm::dvec2(40, 41));
}

TEST_F(PeekTest, EveryFormatOfImages) {
  for (int f = 1; f <= static_cast<int>(Format::d32_float); ++f) {
    const auto format = static_cast<Format>(f);
    const bool integers = format == Format::r32_uint || format == Format::rg32_uint || format == Format::rgba32_uint;
    const float value = integers ? 3 : 0.25f;
    FieldShow how = grey(0, integers ? 12 : 1);
    how.component = "x";
    const auto declare = [&](Graph& g) {
      g.clear("fill", g.image("image", {{4, 2}, format}), {value, value, value, value});
    };
    const Pixels picture = show(declare, "frame/fill.image", how);
    const glm::u8vec4 want(glm::round(255.0f * vec4(color_map(color_map_grey, 0.25f), 1)));
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(at(picture, 16, 8)[i], want[i], 2) << format_name(format);
    EXPECT_NEAR(found().x, value, integers ? 0 : 0.003) << format_name(format);
    EXPECT_FALSE(show(declare, "frame/fill.image").empty()) << format_name(format);
  }
}

// Frames of a window may lack steps: the last image stays, and a path that never existed shows nothing.
TEST_F(PeekTest, AWindowKeepsWhatItSaw) {
  const auto step = [](Graph& g) { g.clear("step", g.image("u", {{4, 2}, Format::r32_float}), {0.5f, 0, 0, 0}); };
  const auto pause = [](Graph&) {};
  EXPECT_TRUE(show(pause, "frame/step.u", grey(0, 1), true).empty());
  EXPECT_NE(view.info().refused.find("no node frame/step"), std::string::npos) << view.info().refused;
  const Pixels seen = show(step, "frame/step.u", grey(0, 1), true);
  expect_color(at(seen, 3, 3), color_map(color_map_grey, 0.5f), "stepped");
  EXPECT_EQ(show(pause, "frame/step.u", grey(0, 1), true), seen);
  EXPECT_EQ(view.info().refused, "");
  EXPECT_TRUE(show(pause, "frame/step.source", grey(0, 1), true).empty());
  EXPECT_THROW(show(pause, "frame/step.u"), Error);
}

TEST_F(PeekTest, RefusalsNameFlagAndRange) {
  const auto declare = [](Graph& g) {
    g.clear("image", g.image("i", {{4, 2}, Format::rg16_float}), {});
    g.clear("buffer", g.buffer("b", {.bytes = 64}));
  };
  const auto refused = [&](const char* path, const FieldShow& how) {
    try {
      show(declare, path, how);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::bad_input);
      return std::string(e.what());
    }
    return std::string();
  };
  const auto with = [](auto&& set) {
    FieldShow how;
    set(how);
    return how;
  };
  EXPECT_EQ(refused("frame/image.i", with([](FieldShow& h) { h.component = "z"; })),
            "--component z: i has 2 components (allowed: x, y, length)");
  EXPECT_EQ(refused("frame/image.i", with([](FieldShow& h) { h.peek.slice = 1; })),
            "--slice 1: i has 1 slice (allowed: 0 to 0)");
  EXPECT_EQ(refused("frame/image.i", with([](FieldShow& h) { h.peek.mip = 4; })),
            "--mip 4: i has 1 mip (allowed: 0 to 0)");
  EXPECT_EQ(refused("frame/image.i", with([](FieldShow& h) { h.peek.row = 4; })),
            "--row: i is an image (allowed: only with a buffer)");
  EXPECT_EQ(refused("frame/buffer.b", with([](FieldShow& h) { h.peek.slice = 1; })),
            "--slice: b is a buffer (allowed: only with an image)");
  EXPECT_EQ(refused("frame/buffer.b", with([](FieldShow& h) { h.component = "x"; })),
            "--component x: b is a buffer, shown number by number (allowed: only with an image)");
}

}  // namespace
}  // namespace undine

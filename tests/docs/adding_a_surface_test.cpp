// Surface of docs/adding_a_surface.md, built from the page's own text: its texels and its images.
#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/packing.hpp>
#include <numbers>

#include "engine/app/session/world.h"
#include "passes/picture/picture.h"
#include "tests/docs/pages.h"
#include "tests/support/gpu.h"

namespace undine {
namespace {

constexpr double pi = std::numbers::pi;
// Scene of the page: crests of 0.06 m, mode (3, 2) in 4 x 3 m, 1 m deep.
const glm::dvec2 wave = pi * glm::dvec2(3 / 4.0, 2 / 3.0);
const double frequency = std::sqrt(9.81 * glm::length(wave) * std::tanh(glm::length(wave)));

class AddingASurface : public test::GpuTest {
 protected:
  // Runs the page's scene with other settings for one step of `seconds`: reads the texels of its surface and, unless
  // `show` is empty, an image.
  void draw(double seconds, std::vector<std::string> settings, const std::string& show) {
    settings.push_back(fmt::format("clock.step={}", seconds));
    std::vector<settings::Override> overrides;
    for (const std::string& s : settings) overrides.push_back({s.substr(0, s.find('=')), s.substr(s.find('=') + 1)});
    const Scene scene = load_scene(test::page_file("scenes/swell.json"), overrides);
    session::World world(state, scene);
    graph::State::Owner drawing(state);
    auto owning = drawing.own();
    const auto keep = [](std::vector<std::byte>& to) {
      return [&to](std::span<const std::byte> bytes) { to.assign(bytes.begin(), bytes.end()); };
    };
    graph::Graph g(state);
    world.start(g);
    world.step(g);
    const std::vector<SurfaceField> surfaces = world.surfaces(g);
    ASSERT_EQ(surfaces.size(), 1u);
    g.readback("texels", surfaces[0].surface, keep(texels_));
    std::unique_ptr<Renderer> renderer;
    if (!show.empty()) {
      renderer = picture::make_renderer(state, scene);
      renderer->start(g);
      View view;
      view.size = {64, 48};
      view.eye = {0, 5, 0.01};
      view.target = {0, 0, 0};
      view.fov = 20;
      view.show = show;
      g.readback("picture", renderer->draw(g, view, surfaces), keep(picture_));
    }
    run(g);
    executor->finish();
  }
  glm::vec4 texel(std::size_t index, const std::vector<std::byte>& of) const {
    std::uint64_t bits;
    std::memcpy(&bits, of.data() + 8 * index, 8);
    return glm::unpackHalf4x16(bits);
  }
  // Mean radiance of the image's red channel.
  double red() const {
    double sum = 0;
    for (std::size_t i = 0; i < picture_.size() / 8; ++i) sum += static_cast<double>(texel(i, picture_).x);
    return sum / static_cast<double>(picture_.size() / 8);
  }
  // Mean difference of 8-bit images, in levels.
  double difference(const std::vector<std::byte>& from) const {
    double sum = 0;
    for (std::size_t i = 0; i < picture_.size(); ++i)
      sum += std::abs(std::to_integer<int>(picture_[i]) - std::to_integer<int>(from.at(i)));
    return sum / static_cast<double>(picture_.size());
  }
  std::vector<std::byte> texels_, picture_;
};

TEST_F(AddingASurface, TexelsAreTheClosedFormAndItsDerivatives) {
  draw(0.1, {}, "");
  ASSERT_EQ(texels_.size(), 96u * 72 * 8);
  const double now = 0.06 * std::cos(frequency * 0.1);
  for (std::size_t i = 0; i < 96 * 72; ++i) {
    const glm::vec4 t = texel(i, texels_);
    const glm::dvec2 at = wave * (glm::dvec2(static_cast<double>(i % 96), static_cast<double>(i / 96)) + 0.5) / 24.0;
    const glm::dvec2 c = glm::cos(at), s = glm::sin(at);
    EXPECT_NEAR(t.x, now * c.x * c.y, 5e-5) << i;  // half floats near 0.06
    EXPECT_NEAR(t.y, -now * wave.x * s.x * c.y, 2e-4) << i;
    EXPECT_NEAR(t.z, -now * wave.y * c.x * s.y, 2e-4) << i;
    EXPECT_EQ(t.w, 1) << i;
  }
}

// Effects that the tests do not examine are off to save time.
const std::vector<std::string> plain = {"render.water.ripples=0", "render.water.caustics=0", "render.shadows=false",
                                        "render.ssao.enabled=false"};

std::vector<std::string> with(std::vector<std::string> settings, std::initializer_list<std::string> more) {
  settings.insert(settings.end(), more);
  return settings;
}

TEST_F(AddingASurface, TheMirrorImageMovesWithTheWaveAndComesToRestWithIt) {
  const double quarter = pi / 2 / frequency;
  draw(quarter, with(plain, {"water.0.height=0"}), "reflection");
  const std::vector<std::byte> still = picture_;
  draw(quarter, plain, "reflection");
  EXPECT_LT(difference(still), 0.05);
  draw(2 * quarter, plain, "reflection");
  EXPECT_GT(difference(still), 5);
}

// Light reaches the floor along the refracted sun ray and rises straight to the eye: exp(-a depth (1 + 1 / cos)). The
// dark floor leaves little light for reflection at the surface.
TEST_F(AddingASurface, TheFloorDarkensWithTheLevelByTheLawOfAbsorption) {
  const auto seen = [&](double level, double absorption) {
    draw(0.1,
         with(plain, {"render.water.scatter=[0,0,0]", "water.0.height=0", "sky.intensity=0",
                      "meshes.0.material.color=[0.04,0.04,0.04]", "meshes.0.material.color2=[0.04,0.04,0.04]",
                      fmt::format("water.0.origin=[0,{},0]", level),
                      fmt::format("render.water.absorption=[{0},{0},{0}]", absorption)}),
         "radiance");
    return red();
  };
  const double sun = 0.75 / glm::length(glm::dvec3(0.45, 0.75, 0.35));
  const double steep = std::sqrt(1 - (1 - sun * sun) / (1.333 * 1.333));
  const double ratio = seen(0, 0.4) / seen(-0.5, 0.4), clear = seen(0, 0) / seen(-0.5, 0);
  EXPECT_NEAR(std::log(clear), 0, 0.05);
  EXPECT_NEAR(-std::log(ratio / clear), 0.4 * 0.5 * (1 + 1 / steep), 0.03);
}

}  // namespace
}  // namespace undine

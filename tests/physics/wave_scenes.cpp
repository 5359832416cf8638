// Wave scenes as files, as users run them, with measurements.
#include <cmath>
#include <numbers>

#include "engine/app/session/world.h"
#include "engine/scene/scene.h"
#include "tests/support/wave_runner.h"

namespace undine {

struct WaveScenes : test::WaveTest {
  // Runs the first water of a scene of the project.
  void load(const std::string& name, int steps, const std::vector<settings::Override>& overrides = {}) {
    const Scene scene = load_scene(std::string(UNDINE_SOURCE_DIR) + "/scenes/" + name, overrides);
    world.emplace(state, scene);
    graph::Graph g(state);
    world->start(g);
    run(g);
    for (int i = 0; i < steps; ++i) {
      g.reset();
      world->step(g);
      run(g);
    }
    solver = std::move(world->water().front().solver);
  }
  std::optional<session::World> world;  // owns the solver's resources
};

TEST_F(WaveScenes, TheBasinSwingsWithTheFrequencyItsPageNames) {
  const double pi = std::numbers::pi, dt = 0.008, h = 2.0 / 126;
  const double discrete = 2 / dt * std::asin(dt / h * std::hypot(std::sin(2 * pi / 252), std::sin(pi / 126)));
  EXPECT_NEAR(discrete, 4.44266, 1e-5);
  const int steps = static_cast<int>(std::lround((20 * pi + 0.5 * pi) / (discrete * dt)));
  load("basin_mode.json", steps);
  const auto got = field("height");
  double share = 0, norm = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double mode = std::cos(2 * pi * (static_cast<double>(i % 126) + 0.5) / 126) *
                        std::cos(pi * (static_cast<double>(i / 126) + 0.5) / 63);
    share += got[i] * mode;
    norm += mode * mode;
  }
  const double measured = (20 * pi + std::acos(share / norm / 0.05)) / (steps * dt);
  EXPECT_NEAR(measured / discrete, 1, 1e-4);
}

TEST_F(WaveScenes, TheTorusKeepsItsVolume) {
  load("torus.json", 400);
  const double dent = -0.06 * std::numbers::pi * 0.35 * 0.35 / 2;
  EXPECT_NEAR(*stats().volume, dent, 0.02 * std::abs(dent));
  EXPECT_GT(test::largest(field("height")), 0.002);
}

TEST_F(WaveScenes, TheSeaOfTheIslandStaysBoundedAndReachesItsLee) {
  load("island.json", 600);  // 10 s: waves of 2.2 m/s have crossed
  const auto h = field("height");
  EXPECT_LT(test::largest(h), 0.4);
  double lee = 0;
  for (std::size_t j = 150; j < 200; ++j)
    for (std::size_t i = 280; i < 340; ++i) lee = std::max(lee, std::abs(double(h[j * 384 + i])));
  EXPECT_GT(lee, 0.005);
}

}  // namespace undine

// Temporal anti-aliasing of the project's scenes, in figures: against 16 samples per pixel, under a rotating camera,
// and at reduced resolution.
// tools/antialias prints them at full size; UNDINE_ANTIALIAS_SIZE sets the image width.
#include <cstdlib>
#include <filesystem>
#include <glm/gtc/packing.hpp>
#include <iostream>

#include "passes/picture/temporal.h"
#include "tests/support/gpu.h"
#include "tests/support/stage.h"

namespace undine::test {
namespace {

struct Shot {
  std::string name, scene;
  std::vector<settings::Override> camera;
  double least;  // dB against 16 samples
};

void PrintTo(const Shot& shot, std::ostream* out) { *out << shot.name; }

class TemporalScenes : public GpuTest, public testing::WithParamInterface<Shot> {
 protected:
  Scene scene() const {
    return load_scene(std::filesystem::path(UNDINE_SOURCE_DIR) / "scenes" / GetParam().scene, GetParam().camera);
  }
  static glm::uvec2 size() {
    const char* width = std::getenv("UNDINE_ANTIALIAS_SIZE");
    const unsigned x = width ? static_cast<unsigned>(std::atoi(width)) : 320;
    return {x, x * 9 / 16};
  }
  void say(const char* what, double value, const char* unit) const {
    std::cout << GetParam().name << ": " << what << " " << value << unit << std::endl;
  }
  // Component w of an image of the temporal pass's history.
  std::vector<float> kept(const std::string& name) {
    for (std::uint32_t i = 0; i < state.entries().size(); ++i) {
      if (!state.entries()[i].live || state.entries()[i].name != name) continue;
      std::vector<float> out;
      for (std::uint64_t texel : read<std::uint64_t>(graph::Resource::make(true, true, i)))
        out.push_back(glm::unpackHalf4x16(texel).w);
      return out;
    }
    ADD_FAILURE() << name << " is not there";
    return {};
  }
};

glm::dvec3 turned(const View& view, double pixels) {
  const double angle = pixels * glm::radians(view.fov) / view.size.y;
  const glm::dvec3 ahead = view.target - view.eye;
  const double c = std::cos(angle), s = std::sin(angle);
  return view.eye + glm::dvec3(c * ahead.x - s * ahead.z, ahead.y, s * ahead.x + c * ahead.z);
}

TEST_P(TemporalScenes, AreTheMeanOfTheirSamplesAtRest) {
  const Scene s = scene();
  Stage stage(state, *executor, s, size());
  const Pixels wanted = stage.mean_of(16), alone = stage.mean_of(1), got = stage.after(16);
  say("one picture against 16 samples", psnr(alone, wanted), " dB");
  say("16 pictures at rest", psnr(got, wanted), " dB");
  EXPECT_GE(psnr(got, wanted), GetParam().least);
}

// At black and white edges, a shift by a quarter of a pixel changes the mean of samples by over 48 levels, too.
TEST_P(TemporalScenes, ChangeAsTheirMeanWhenTheCameraTurnsAQuarterOfAPixel) {
  const Scene s = scene();
  Stage stage(state, *executor, s, size());
  const Pixels wanted = stage.mean_of(16), alone = stage.mean_of(1), got = stage.after(16);
  stage.view.target = turned(stage.view, 0.25);
  const Pixels turn = stage.after(1);
  const Pixels wanted_turn = stage.mean_of(16), alone_turn = stage.mean_of(1);
  const double share = share_over(got, turn, 48), mean = share_over(wanted, wanted_turn, 48);
  say("changes by over 48 levels, one picture", 100 * share_over(alone, alone_turn, 48), " %");
  say("  mean of 16 samples", 100 * mean, " %");
  say("  with its past", 100 * share, " %");
  say("turned, against 16 samples", psnr(turn, wanted_turn), " dB");
  EXPECT_LE(share, std::max(0.001, mean));
}

TEST_P(TemporalScenes, KeepTheirPastUnderACameraThatMoves) {
  const Scene s = scene();
  Stage stage(state, *executor, s, size());
  const glm::dvec3 aside = glm::normalize(glm::cross(stage.view.target - stage.view.eye, glm::dvec3(0, 1, 0)));
  const double step = 0.002 * glm::distance(stage.view.target, stage.view.eye);
  for (const bool turns : {true, false}) {
    for (int i = 0; i < 8; ++i) {
      if (turns)
        stage.view.target = turned(stage.view, 1.7);
      else
        stage.view.eye += step * aside;
      stage.after(1);
    }
    const std::string number = std::to_string(stage.written());
    const std::vector<float> counts = kept("temporal/color_" + number), trace = kept("temporal/trace_" + number);
    const glm::uvec2 n = size();
    double refused = 0, fresh = 0, all = 0;
    for (std::uint32_t y = 4; y + 4 < n.y; ++y)
      for (std::uint32_t x = 4; x + 4 < n.x; ++x) {
        const std::size_t i = std::size_t{y} * n.x + x;
        all += 1;
        const bool all_refused = trace[i] == 1 || trace[i] == 3;  // plus 2 for objects in motion
        fresh += all_refused;
        refused += !all_refused && counts[i] < 2;
      }
    say(turns ? "turning by 1.7 pixels a picture, refused" : "moving by 0.2 % of its distance a picture, refused",
        100 * refused / all, " %");
    say("  seen for the first time", 100 * fresh / all, " %");
    EXPECT_LT(refused / all, 0.02);
    // A rotating camera uncovers nothing.
    if (turns) {
      EXPECT_LT(fresh / all, 0.02);
    }
  }
}

class TemporalSmaller : public TemporalScenes {};

TEST_P(TemporalSmaller, LoseLittleWhenTheyAreDrawnSmaller) {
  Scene s = scene();
  Stage stage(state, *executor, s, size());
  const Pixels wanted = stage.mean_of(16), whole = stage.after(32);
  stage.view.follows = false;
  s.render.of<picture::TemporalSettings>().scale = 0.5;
  const Pixels alone = stage.picture();
  const Pixels half = stage.after(64);
  say("drawn whole", psnr(whole, wanted), " dB");
  say("drawn at half a side, one picture", psnr(alone, wanted), " dB");
  say("drawn at half a side", psnr(half, wanted), " dB");
  EXPECT_GT(psnr(half, wanted), psnr(alone, wanted) + 2);
}

const std::vector<settings::Override> grazing{{"camera.eye", "[0, 0.5, 4.5]"}, {"camera.target", "[0, 0, 0]"}};
const Shot pool{"pool", "pool.json", {}, 40};
INSTANTIATE_TEST_SUITE_P(Scenes, TemporalSmaller, testing::Values(pool),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Scenes, TemporalScenes,
                         testing::Values(pool, Shot{"grazing", "pool.json", grazing, 42},
                                         Shot{"garden", "garden.json", {}, 35}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace undine::test

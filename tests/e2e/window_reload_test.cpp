// Shaders and scenes that change while a window shows them.
#include <gtest/gtest.h>

#include "engine/files/png.h"
#include "tests/e2e/scenes.h"
#include "tests/e2e/window_script.h"
#include "tests/support/shader_copy.h"
#include "tests/support/xwd.h"

namespace undine::test {
namespace {

TEST(WindowReload, FilesAreTakenAsTheyChange) {
  TempFolder folder;
  folder.write("small.json", small_scene);
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    begin --fps 0; pictures 3  # pictures that are compared are not drafts
    picture() { press F10; says 1 "undine_00$1.png written"; }
    picture 1
    cp copy/shaders/picture/tonemap.frag good
    sed -i 's/void main() {/void main() { nonsense;/' copy/shaders/picture/tonemap.frag
    says 1 'last good shaders stay'; picture 2; shot broken
    sed 's/color = vec4(c,/color = vec4(1.0, 0.0, 0.0,/' good > copy/shaders/picture/tonemap.frag
    says 1 'shaders* reloaded'; picture 3; shot mended
    sed -i 's/vec3 c = texelFetch/vec3 c = test_gain * texelFetch/' good
    sed 's/#define SHADERS_LIB_OPTICS_GLSL/&\nconst float test_gain = 1.0;/' copy/shaders/lib/optics.glsl > include
    mv include copy/shaders/lib/optics.glsl; says 2 'shaders* reloaded'
    cp good copy/shaders/picture/tonemap.frag; says 3 'shaders* reloaded'
    sed 's/test_gain = 1.0/test_gain = 0.0/' copy/shaders/lib/optics.glsl > include
    mv include copy/shaders/lib/optics.glsl; says 4 'shaders* reloaded'; picture 4
    cp small.json good.json; echo '{' > small.json
    says 1 'scene stays as it was'
    sed 's/"cells": .37, 29./"cells": [24, 18]/' good.json > small.json
    says 1 'scene reloaded, 0 of 1 waters go on'
    sed 's/"cells": .37, 29./"cells": [24, 18]/; s/"version": 1,/& "gravity": 9.81, "sun": {"intensity": 1},/' good.json > small.json
    says 1 'scene reloaded, changes take effect at once'
    press F5; says 5 'shaders* reloaded'
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
  EXPECT_NE(run.err.find("picture/tonemap.frag:"), std::string::npos);
  EXPECT_NE(run.err.find("nonsense"), std::string::npos);
  auto mean = [&](int picture) {
    const files::Bitmap8 p = files::read_png8(folder.file("undine_00" + std::to_string(picture) + ".png"), 3);
    glm::dvec3 sum(0);
    for (std::size_t i = 0; i < p.values.size(); ++i) sum[static_cast<int>(i % 3)] += p.values[i];
    return sum * 3.0 / static_cast<double>(p.values.size());
  };
  const glm::dvec3 first = mean(1), broken = mean(2), red = mean(3), dark = mean(4);
  EXPECT_LT(glm::length(first - broken), 12);
  EXPECT_GT(red.r, 250);
  EXPECT_LT(red.g + red.b, 5);
  EXPECT_LT(dark.r + dark.g + dark.b, 0.8 * (first.r + first.g + first.b));
  // The panel with the error covers the image while the error lasts: its dark red is at least 55. Figures over the
  // red image are darker.
  auto panel = [&](const std::string& name) {
    const files::Bitmap8 screen = read_xwd(folder.file(name));
    std::size_t count = 0;
    for (std::size_t i = 0; i < screen.values.size(); i += 3)
      count +=
          screen.values[i] > 53 && screen.values[i] < 100 && screen.values[i + 1] < 40 && screen.values[i + 2] < 40;
    return count;
  };
  EXPECT_GT(panel("broken.xwd"), 3000u);
  EXPECT_LT(panel("mended.xwd"), 300u);
}

// Scene too large for the device.
TEST(WindowReload, ScenesTooLargeLeaveTheOldOneRunning) {
  TempFolder folder;
  folder.write("small.json", small_scene);
  ShaderCopy copy(folder);
  Outcome run = in_script(folder, R"(
    start
    sed -i 's/"cells": .37, 29./"cells": [8192, 8192]/' small.json
    says 1 'scene stays as it was'; pictures 2
    sed -i 's/"cells": .8192, 8192./"cells": [24, 18]/' small.json
    says 1 'scene reloaded, 0 of 1'; pictures 2; press F10; says 1 'undine_001.png written'
    leave)");
  EXPECT_EQ(run.code, 143) << run.text();
}

}  // namespace
}  // namespace undine::test

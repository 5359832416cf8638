// --shader-messages: output of a shader under development reaches the log with its location.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

class ShaderMessages : public testing::Test {
 protected:
  Outcome render(const std::string& picture, std::vector<std::string> more) const {
    std::vector<std::string> arguments{"render", scene,   "--frames",           "2",         "--size",
                                       "48x32",  "--out", folder.file(picture), "--shaders", copy.root()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Outcome run = undine(arguments);
    EXPECT_EQ(run.code, 0) << run.text();
    return run;
  }
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
  }
  TempFolder folder;
  ShaderCopy copy{folder};
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(ShaderMessages, ReachTheLogWithFileAndLine) {
  render("silent.png", {"--validation"});
  copy.replace("picture/tonemap.frag", "void main() {", R"(
void main() {
  if (ivec2(gl_FragCoord.xy) == ivec2(7, 3)) debugPrintfEXT("pixel %d of %u %%", int(gl_FragCoord.x), 48u);)");
  copy.replace("wave/step.comp", "put(row + x4,",
               R"(if (z == 5 && x4 == 2) debugPrintfEXT("weight %f", 0.25);
      put(row + x4,)");
  const std::string step = folder.read("copy/shaders/wave/step.comp"),
                    draw = folder.read("copy/shaders/picture/tonemap.frag");
  const auto line = [](const std::string& text, std::size_t to) {
    return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
  };
  const std::string pixel =
      "shader: picture/tonemap.frag:" + line(draw, draw.find("debugPrintf")) + ": pixel 7 of 48 %\n";
  const std::string weight = "shader: wave/step.comp:" + line(step, step.find("debugPrintf")) + ": weight 0.25";
  for (const std::vector<std::string>& validation : {std::vector<std::string>{}, {"--validation"}}) {
    std::vector<std::string> more{"--shader-messages"};
    more.insert(more.end(), validation.begin(), validation.end());
    Outcome run = render("printing.png", more);
    EXPECT_EQ(count(run.err, pixel), 1u) << run.text();
    EXPECT_EQ(count(run.err, weight), 2u) << run.text();
    EXPECT_EQ(run.err.find("validation"), std::string::npos) << run.text();
    EXPECT_EQ(folder.read("printing.png"), folder.read("silent.png"));
  }
  Outcome off = render("off.png", {"--validation"});
  EXPECT_EQ(off.err.find("shader:"), std::string::npos) << off.text();
  EXPECT_EQ(folder.read("off.png"), folder.read("silent.png"));
}

TEST_F(ShaderMessages, AFloodIsCutAndNotAnError) {
  copy.replace("picture/tonemap.frag", "void main() {", R"(void main() { debugPrintfEXT("all %f", gl_FragCoord.x);)");
  Outcome run = render("flood.png", {"--shader-messages", "--validation"});
  EXPECT_GT(count(run.err, ": all "), 3u) << run.text();
  EXPECT_NE(run.err.find("truncated"), std::string::npos) << run.text();
}

}  // namespace
}  // namespace undine::test

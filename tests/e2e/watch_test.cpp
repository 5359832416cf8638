// `render --watch`.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

TEST(RenderWatch, RendersAgainAndOutlivesErrors) {
  TempFolder folder;
  folder.write("small.json", small_scene);
  ShaderCopy copy(folder);
  folder.write("script.sh", R"sh(
    says() { until [ "$(grep -c "$2" log)" -ge "$1" ]; do kill -0 $program || { cat log >&2; exit 99; }; sleep 0.05; done; }
    $UNDINE render small.json --watch --size 48x32 --shaders copy/shaders --out x.png 2> log & program=$!
    says 1 'waiting for changes'; cp x.png first.png
    cp copy/shaders/picture/tonemap.frag good
    sed -i 's/void main() {/void main() { nonsense;/' copy/shaders/picture/tonemap.frag
    says 1 'last good picture stays'; says 2 'waiting for changes'; cp x.png second.png
    sed 's/color = vec4(c,/color = vec4(1.0, 0.0, 0.0,/' good > copy/shaders/picture/tonemap.frag
    says 3 'waiting for changes'; cp x.png third.png
    sed -i 's/"step": 0.01/"step": 0.02/' small.json
    says 4 'waiting for changes'
    echo '{}' > more.json; sed -i 's/"version": 1,/"version": 1, "include": "more.json",/' small.json
    says 5 'waiting for changes'; echo '{"gravity": 3}' > more.json # its change counts as the scene's
    says 6 'waiting for changes'
    sleep 0.5
    kill -INT $program; wait $program; code=$?; cat log >&2; exit $code)sh");
  RunOptions options{.env = {{"UNDINE", UNDINE_PROGRAM}}, .timeout = 120, .folder = folder.path().string()};
  Outcome run = run_process({"sh", "script.sh"}, options);
  EXPECT_EQ(run.code, 130) << run.text();
  EXPECT_NE(run.err.find("picture/tonemap.frag:"), std::string::npos) << run.text();
  EXPECT_EQ(folder.read("first.png"), folder.read("second.png"));
  EXPECT_NE(folder.read("first.png"), folder.read("third.png"));
}

}  // namespace
}  // namespace undine::test

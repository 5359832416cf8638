// Invalid shaders, and damaged caches.
#include <gtest/gtest.h>

#include "tests/e2e/scenes.h"
#include "tests/support/process.h"
#include "tests/support/shader_copy.h"

namespace undine::test {
namespace {

class ShaderFiles : public testing::Test {
 protected:
  TempFolder folder;
  ShaderCopy copy{folder};
  std::string scene = folder.write("small.json", small_scene);
};

TEST_F(ShaderFiles, CopiesOfTheProjectsShadersPass) {
  Outcome run = undine({"check", scene, "--shaders", copy.root()});
  EXPECT_EQ(run.code, 0) << run.text();
}

TEST_F(ShaderFiles, WritingWhatIsDeclaredReadFailsTheCheck) {
  copy.replace("deferred/gbuffer.vert", "readonly buffer", "buffer");
  copy.replace("deferred/gbuffer.vert", "void main() {", "void main() { vertices.data[0] = 1;");
  Outcome run = undine({"check", scene, "--shaders", copy.root()});
  EXPECT_EQ(run.code, 2) << run.text();
  for (const char* part : {"picture/gbuffer", "deferred/gbuffer.vert", "binding vertices", "("})
    EXPECT_NE(run.err.find(part), std::string::npos) << part << '\n' << run.text();
}

TEST_F(ShaderFiles, CompileErrorsHaveFileAndLine) {
  copy.replace("deferred/ssao.comp", "void main() {", "void main() { nonsense;");
  Outcome check = undine({"check", scene, "--shaders", copy.root()});
  EXPECT_EQ(check.code, 2) << check.text();
  EXPECT_NE(check.err.find("deferred/ssao.comp:"), std::string::npos) << check.text();
  EXPECT_NE(check.err.find("nonsense"), std::string::npos) << check.text();
  Outcome render =
      undine({"render", scene, "--size", "32x32", "--out", folder.file("x.png"), "--shaders", copy.root()});
  EXPECT_EQ(render.code, 1) << render.text();
  EXPECT_EQ(undine({"check", scene}).code, 0);
}

TEST_F(ShaderFiles, MissingShadersAreNamed) {
  std::filesystem::remove(folder.path() / "copy/shaders/deferred/ssao.comp");
  Outcome run = undine({"check", scene, "--shaders", copy.root()});
  EXPECT_EQ(run.code, 2) << run.text();
  EXPECT_NE(run.err.find("deferred/ssao.comp"), std::string::npos) << run.text();
}

TEST_F(ShaderFiles, DamagedCachesAreRebuilt) {
  RunOptions options{.env = {{"XDG_CACHE_HOME", folder.file("cache")}}};
  auto render = [&](const std::string& name) {
    Outcome run = undine({"render", scene, "--size", "48x32", "--out", folder.file(name), "--validation"}, options);
    EXPECT_EQ(run.code, 0) << run.text();
    return folder.read(name);
  };
  std::string picture = render("a.png");
  std::size_t damaged = 0;
  for (int kind = 0; kind < 3; ++kind) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path() / "cache")) {
      if (!entry.is_regular_file()) continue;
      std::string name = std::filesystem::relative(entry.path(), folder.path());
      std::string bytes = folder.read(name);
      if (kind == 0) bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x55);
      if (kind == 1) bytes.resize(bytes.size() / 3);
      if (kind == 2) bytes.clear();
      folder.write(name, bytes);
      ++damaged;
    }
    EXPECT_EQ(render("b.png"), picture);
  }
  EXPECT_GT(damaged, 10u);
}

}  // namespace
}  // namespace undine::test

#include "engine/shader/cache.h"

#include <chrono>

#include "tests/contract/shader_files.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class SpirvCache : public ShaderFiles {
 protected:
  SpirvCache() : cache(folder / "cache", folder / "shaders", false) {
    write("passes/wave/wave_params.h", "#define SIZE 8\n");
    write("shaders/a.comp", text);
  }
  std::optional<shader::Compiled> hit() const { return cache.load("a.comp", text); }
  std::uint32_t size() const { return library(true).module("a.comp").interface.local_size.x; }

  static constexpr std::string_view text =
      "#include \"passes/wave/wave_params.h\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
  shader::Cache cache;
};

TEST_F(SpirvCache, SecondLibraryHits) {
  EXPECT_FALSE(hit());
  const auto first = library(true).compile("a.comp");
  ASSERT_TRUE(hit());
  EXPECT_EQ(hit()->spirv, first.spirv);
  const auto second = library(true).compile("a.comp");
  EXPECT_EQ(second.version, first.version);
  EXPECT_EQ(second.files, first.files);
  EXPECT_EQ(second.interface.local_size.x, 8u);
}

TEST_F(SpirvCache, ChangedSourceOrIncludeMisses) {
  EXPECT_EQ(size(), 8u);
  write("passes/wave/wave_params.h", "#define SIZE 16\n");
  EXPECT_FALSE(hit());
  EXPECT_EQ(size(), 16u);
  EXPECT_TRUE(hit());
  write("shaders/a.comp", "layout(local_size_x = 5) in;\nvoid main() {}\n");
  EXPECT_EQ(size(), 5u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "cache"), {}), 1);  // edits do not pile up
}

TEST_F(SpirvCache, FileThatShadowsAnIncludeMisses) {
  EXPECT_EQ(size(), 8u);
  write("shaders/passes/wave/wave_params.h", "#define SIZE 32\n");
  EXPECT_EQ(size(), 32u);
  fs::remove(folder / "shaders/passes/wave/wave_params.h");
  EXPECT_EQ(size(), 8u);
}

TEST_F(SpirvCache, DamagedEntriesAreRebuilt) {
  EXPECT_EQ(size(), 8u);
  const auto file = cache.file("a.comp");
  const auto whole = shader::read_text(file).value();
  const auto put = [&](std::string_view data) { std::ofstream(file, std::ios::binary | std::ios::trunc) << data; };
  for (std::size_t n = 0; n < whole.size(); ++n) {
    put(whole.substr(0, n));
    EXPECT_FALSE(hit()) << "cut at " << n;
  }
  for (std::size_t n = 0; n < whole.size(); ++n) {
    auto flipped = whole;
    flipped[n] = static_cast<char>(flipped[n] ^ 0x40);
    put(flipped);
    EXPECT_FALSE(hit()) << "flipped at " << n;
  }
  put(whole + "x");
  EXPECT_FALSE(hit());
  EXPECT_EQ(size(), 8u);
  EXPECT_TRUE(hit());
}

// An empty copy to a null pointer is undefined, which tools/sanitize detects.
TEST_F(SpirvCache, AnEntryWithoutCodeIsNoHit) {
  for (const auto& includes : {std::vector<shader::Dependency>{}, {{"", false, 0}}}) {
    cache.store("a.comp", text, {{}, includes});
    EXPECT_TRUE(fs::exists(cache.file("a.comp")));
    EXPECT_FALSE(hit());
  }
}

TEST_F(SpirvCache, EntriesOfOtherRootsOrOptionsAreOther) {
  EXPECT_EQ(size(), 8u);
  EXPECT_NE(cache.file("a.comp"), shader::Cache(folder / "cache", folder / "other", false).file("a.comp"));
  EXPECT_NE(cache.file("a.comp"), shader::Cache(folder / "cache", folder / "shaders", true).file("a.comp"));
}

TEST_F(SpirvCache, FolderThatCannotBeWrittenIsNoError) {
  write("blocked", "a file, so nothing can lie below it");
  shader::Library lib({.root = folder / "shaders", .cache = folder / "blocked/cache"});
  EXPECT_EQ(lib.module("a.comp").interface.local_size.x, 8u);
  shader::Library full({.root = folder / "shaders", .cache = "/dev/full"});
  EXPECT_EQ(full.module("a.comp").interface.local_size.x, 8u);
}

TEST_F(SpirvCache, DirectoryInTheEntrysPlaceIsNoError) {
  fs::create_directories(cache.file("a.comp") / "x");
  EXPECT_EQ(size(), 8u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "cache"), {}), 1);  // no temporary file is left
}

TEST_F(SpirvCache, LeavesNoTemporaryFiles) {
  size();
  for (const auto& entry : fs::directory_iterator(folder / "cache")) EXPECT_EQ(entry.path().extension(), ".spirv");
}

}  // namespace
}  // namespace undine::test

// File changes as editors make them.
#include <gtest/gtest.h>

#include <thread>

#include "engine/files/file_watch.h"
#include "tests/support/temp_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class FileWatchTest : public testing::Test {
 protected:
  // Files reported within `patience`, each once.
  std::vector<std::string> changes(std::chrono::milliseconds patience = 5s) {
    std::vector<std::string> out;
    for (auto end = std::chrono::steady_clock::now() + patience; std::chrono::steady_clock::now() < end && out.empty();
         std::this_thread::sleep_for(5ms))
      for (const fs::path& file : watch.changed()) out.push_back(file.filename());
    return out;
  }
  using Names = std::vector<std::string>;
  TempFolder folder;
  files::FileWatch watch;
};

TEST_F(FileWatchTest, WritesReplacementsAndDisappearances) {
  const fs::path a = folder.write("a", "1"), b = folder.write("b", "1"), c = folder.file("c");
  watch.watch({a, b, c});
  EXPECT_EQ(changes(400ms), Names{});
  folder.write("a", "12");
  EXPECT_EQ(changes(), Names{"a"});
  fs::rename(folder.write("b~", "other"), b);  // as vim and most others do
  EXPECT_EQ(changes(), Names{"b"});
  folder.write("c", "now it is there");
  EXPECT_EQ(changes(), Names{"c"});
  fs::rename(a, folder.file("a.old"));  // as emacs does before it writes
  EXPECT_EQ(changes(), Names{"a"});
  folder.write("a", "123");
  EXPECT_EQ(changes(), Names{"a"});
  folder.write("unwatched", "x");
  EXPECT_EQ(changes(400ms), Names{});
}

TEST_F(FileWatchTest, ABurstIsOneChange) {
  const fs::path a = folder.write("a", "");
  watch.watch({a});
  for (int i = 0; i < 20; ++i) {
    folder.write("a", std::string(static_cast<std::size_t>(i), 'x'));
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_EQ(changes(), Names{"a"});
  EXPECT_EQ(changes(400ms), Names{});
}

TEST_F(FileWatchTest, AFolderThatIsPutInAnothersPlace) {
  fs::create_directories(folder.path() / "d");
  const fs::path a = folder.write("d/a", "1");
  watch.watch({a});
  fs::create_directories(folder.path() / "e");
  folder.write("e/a", "second");
  fs::rename(folder.path() / "d", folder.path() / "old");
  fs::rename(folder.path() / "e", folder.path() / "d");
  EXPECT_EQ(changes(), Names{"a"});
  folder.write("d/a", "third one");
  EXPECT_EQ(changes(), Names{"a"});
}

TEST(FileWatchNeighbors, AreReportedOnRequest) {
  TempFolder folder;
  files::FileWatch watch;
  watch.watch({folder.write("a", "")});
  watch.report_neighbors(true);
  folder.write("missing_include", "x");
  for (int i = 0; i < 500; ++i) {
    if (auto found = watch.changed(); !found.empty()) {
      EXPECT_EQ(found.front().filename(), "missing_include");
      return;
    }
    std::this_thread::sleep_for(5ms);
  }
  ADD_FAILURE() << "not reported";
}

// Log file beside the watched files, written in every frame.
TEST(FileWatchNeighbors, BusyFileDoesNotBlockOthers) {
  TempFolder folder;
  files::FileWatch watch;
  watch.watch({folder.write("a", "")});
  watch.report_neighbors(true);
  folder.write("a", "1");
  for (int i = 0; i < 500; ++i) {
    folder.write("log", std::string(static_cast<std::size_t>(i), 'x'));
    for (const fs::path& found : watch.changed()) {
      if (found.filename() == "a") return;
    }
    std::this_thread::sleep_for(2ms);
  }
  ADD_FAILURE() << "not reported";
}

}  // namespace
}  // namespace undine::test

#include "engine/files/files.h"

#include <sys/stat.h>

#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;
class WholeFiles : public Files {};

TEST_F(WholeFiles, WriteReadReplace) {
  const auto file = folder / "a.txt";
  files::write_file(file, "one");
  EXPECT_EQ(files::read_file(file), "one");
  ::chmod(file.c_str(), 0640);
  files::write_file(file, "second");
  EXPECT_EQ(files::read_file(file), "second");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0640));
  files::write_file(file, "");
  EXPECT_EQ(files::read_file(file), "");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WholeFiles, LinksAreFollowed) {
  const auto target = put("target", "old");
  fs::create_symlink("target", folder / "link");
  files::write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(files::read_file(target), "new");
}

TEST_F(WholeFiles, FullDiskIsNamed) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  expect_error(Exit::failure, "/dev/full: cannot be written: No space left",
               [] { files::write_file("/dev/full", "x"); });
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  fs::create_symlink("/dev/full", folder / "x.png");
  expect_error(Exit::failure, "No space left", [&] { files::write_file(folder / "x.png", "x"); });
  EXPECT_EQ(entries(), 1u);
}

TEST_F(WholeFiles, PlacesThatCannotBeWritten) {
  put("plain", "");
  fs::create_directory(folder / "dir");
  expect_error(Exit::failure, "is a folder", [&] { files::write_file(folder / "dir", "x"); });
  expect_error(Exit::failure, "is a folder", [&] { files::prepare_file(folder / "dir"); });
  expect_error(Exit::failure, "is a folder", [&] { files::prepare_file(folder / "dir/"); });
  expect_error(Exit::failure, "No such file", [&] { files::write_file(folder / "none/x", "x"); });
  expect_error(Exit::failure, "Not a directory", [&] { files::write_file(folder / "plain/x", "x"); });
  expect_error(Exit::failure, "folder: Not a directory", [&] { files::prepare_file(folder / "plain/sub/x"); });
  expect_error(Exit::failure, "too long", [&] { files::prepare_file(folder / std::string(300, 'x')); });
  expect_error(Exit::failure, "too long", [&] { files::write_file(folder / std::string(300, 'x'), "x"); });
  EXPECT_EQ(entries(), 2u);
}

TEST_F(WholeFiles, ReadOnlyPlaces) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  fs::create_directory(folder / "dir");
  put("dir/file", "old");
  ::chmod((folder / "dir").c_str(), 0555);
  expect_error(Exit::failure, "Permission denied", [&] { files::prepare_file(folder / "dir/new"); });
  expect_error(Exit::failure, "Permission denied", [&] { files::write_file(folder / "dir/new", "x"); });
  ::chmod((folder / "dir").c_str(), 0755);
  ::chmod((folder / "dir/file").c_str(), 0444);
  expect_error(Exit::failure, "Permission denied", [&] { files::write_file(folder / "dir/file", "x"); });
  EXPECT_EQ(get(folder / "dir/file"), "old");
}

TEST_F(WholeFiles, PrepareMakesFoldersAndNoFile) {
  files::prepare_file(folder / "a/b/c.png");
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
  EXPECT_FALSE(fs::exists(folder / "a/b/c.png"));
  EXPECT_NO_THROW(files::prepare_file(folder / "a/b/c.png"));
}

TEST_F(WholeFiles, ReadingRejectsWhatIsNoFile) {
  put("big", std::string(100, 'x'));
  ::mkfifo((folder / "pipe").c_str(), 0600);
  expect_error(Exit::bad_input, "No such file", [&] { files::read_file(folder / "none"); });
  expect_error(Exit::bad_input, "not a regular file", [&] { files::read_file(folder); });
  expect_error(Exit::bad_input, "not a regular file", [&] { files::read_file(folder / "pipe"); });
  expect_error(Exit::bad_input, "not a regular file", [&] { files::read_file("/dev/zero"); });
  expect_error(Exit::bad_input, "at most 99", [&] { files::read_file(folder / "big", 99); });
  EXPECT_EQ(files::read_file(folder / "big", 100).size(), 100u);
}

}  // namespace
}  // namespace undine::test

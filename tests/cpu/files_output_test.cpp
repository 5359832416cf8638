#include <sys/stat.h>

#include <cstdlib>

#include "engine/app/cli/progress.h"
#include "engine/files/output.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

constexpr glm::uvec2 size{3, 2};

std::vector<std::byte> picture(std::uint64_t frame) {
  return std::vector<std::byte>(size.x * size.y * 4, static_cast<std::byte>(frame));
}

class Output : public Files {
 protected:
  // Puts a replacement of ffmpeg first in PATH; it gets the same arguments.
  void ffmpeg(const std::string& script) {
    fs::create_directory(folder / "bin");
    put("bin/ffmpeg", "#!/bin/sh\n" + script);
    ::chmod((folder / "bin/ffmpeg").c_str(), 0755);
    path((folder / "bin").string() + ":" + old_path_);
  }
  void path(const std::string& value) { ::setenv("PATH", value.c_str(), 1); }
  ~Output() override { path(old_path_); }
  void render(const fs::path& out, std::uint64_t first, std::uint64_t frames) {
    files::FrameWriter writer(out, size, first, frames, 60);
    for (std::uint64_t i = 0; i < frames; ++i) writer.write(i, picture(i));
    writer.finish();
  }

 private:
  std::string old_path_ = std::getenv("PATH");
};

TEST_F(Output, Patterns) {
  const auto name = [](const char* pattern, std::uint64_t frame) {
    return files::FramePattern(pattern).file(frame).string();
  };
  EXPECT_EQ(name("a/%05d.png", 42), "a/00042.png");
  EXPECT_EQ(name("a/%d.png", 42), "a/42.png");
  EXPECT_EQ(name("a/x%2d.png", 7), "a/x 7.png");
  EXPECT_EQ(name("a/%03d.png", 123456), "a/123456.png");
  EXPECT_EQ(name("100%%/x_%04d_y.png", 1), "100%/x_0001_y.png");
  EXPECT_EQ(name("x.png", 9), "x.png");
  for (auto bad : {"%s.png", "%5.png", "%", "x%", "%-5d.png", "%05d/%05d.png", "%05d/x.png", "%99d.png",
                   "%99999999999d.png", "%n%n%n.png"})
    expect_error(Exit::bad_input, "--out", [&] { files::FramePattern{bad}; });
}

TEST_F(Output, SequenceFromTheFirstWantedFrame) {
  render(folder / "new/deep/%05d.png", 2, 12);
  for (std::uint64_t i = 0; i < 12; ++i) {
    const auto file = folder / "new/deep" / files::FramePattern("%05d.png").file(i);
    ASSERT_EQ(fs::exists(file), i >= 2) << i;
    if (i < 2) continue;
    EXPECT_EQ(files::read_png8(file).values,
              std::vector<std::uint8_t>(size.x * size.y * 3, static_cast<std::uint8_t>(i)));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "new/deep"), {}), 10);
}

TEST_F(Output, SinglePictureIsTheLastFrame) {
  files::FrameWriter writer(folder / "x.png", size, 0, 3, 60);
  EXPECT_FALSE(writer.wants(1));
  EXPECT_TRUE(writer.wants(2));
  EXPECT_FALSE(writer.wants(3));
  for (std::uint64_t i = 0; i < 3; ++i) writer.write(i, picture(i + 7));
  writer.finish();
  EXPECT_EQ(files::read_png8(folder / "x.png").values[0], 9);
}

TEST_F(Output, PathsAreJudgedBeforeRendering) {
  put("plain", "");
  fs::create_directory(folder / "dir.png");
  const auto open = [&](const fs::path& out) { files::FrameWriter(folder / out, size, 0, 3, 60); };
  expect_error(Exit::bad_input, "none of .png, .exr, .npy and .mp4", [&] { open("x.jpg"); });
  expect_error(Exit::bad_input, "none of .png, .exr, .npy and .mp4", [&] { open("dir"); });
  expect_error(Exit::failure, "is a folder", [&] { open("dir.png"); });
  expect_error(Exit::failure, "folder: Not a directory", [&] { open("plain/sub/%05d.png"); });
  expect_error(Exit::failure, "too long", [&] { open(std::string(300, 'x') + ".png"); });
  EXPECT_EQ(entries(), 2u);
}

TEST_F(Output, FullDiskStopsTheRun) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (int i = 0; i < 50; ++i)
    fs::create_symlink("/dev/full", folder / files::FramePattern("%05d.png").file(static_cast<unsigned>(i)));
  expect_error(Exit::failure, "No space left", [&] { render(folder / "%05d.png", 0, 50); });
  // Destroying a writer after an error does not throw again.
  fs::create_symlink("/dev/full", folder / "x.png");
  EXPECT_NO_THROW({
    files::FrameWriter writer(folder / "x.png", size, 0, 1, 60);
    writer.write(0, picture(0));
  });
}

TEST_F(Output, VideoWithoutFfmpegIsAClearError) {
  path((folder / "empty").string());
  expect_error(Exit::failure, "ffmpeg, which is not installed", [&] { render(folder / "x.mp4", 0, 3); });
  EXPECT_EQ(entries(), 0u);
}

TEST_F(Output, VideoGetsAllFrames) {
  ffmpeg("echo \"$@\" > '" + (folder / "arguments").string() + "'\nfor last; do :; done\nexec cat > \"$last\"\n");
  render(folder / "film/x.mp4", 1, 4);
  const auto film = get(folder / "film/x.mp4");
  ASSERT_EQ(film.size(), 3 * size.x * size.y * 4);
  EXPECT_EQ(film.front(), 1);
  EXPECT_EQ(film.back(), 3);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "film"), {}), 1);
  const auto arguments = get(folder / "arguments");
  EXPECT_NE(arguments.find("-video_size 3x2 -framerate 60 -i pipe:0"), std::string::npos) << arguments;
  expect_error(Exit::bad_input, "frame number", [&] { render(folder / "%05d.mp4", 0, 3); });
}

TEST_F(Output, VideoErrorsSayWhatFfmpegSays) {
  ffmpeg("echo 'Unknown encoder libx264' >&2\nexit 1\n");
  expect_error(Exit::failure, "Unknown encoder", [&] { render(folder / "x.mp4", 0, 200); });
  ffmpeg("cat > /dev/null\necho late trouble >&2\nexit 3\n");
  expect_error(Exit::failure, "late trouble", [&] { render(folder / "x.mp4", 0, 3); });
  EXPECT_FALSE(fs::exists(folder / "x.mp4"));
  EXPECT_EQ(entries(), 1u);  // bin
}

TEST_F(Output, VideoErrorsEndWithTheLastWords) {
  ffmpeg(
      "i=0; while [ $i -lt 100 ]; do echo \"warning $i\" >&2; i=$((i+1)); done; head -c 30 >/dev/null\n"
      "echo 'No space left on device' >&2; exit 1\n");
  expect_error(Exit::failure, "warning 99\nNo space left on device", [&] { render(folder / "x.mp4", 0, 5000); });
  EXPECT_EQ(entries(), 1u);  // bin
}

// Version 5 exits with 0 when it cannot write the end of a film.
TEST_F(Output, VideoWhoseEndIsMissingIsAnError) {
  ffmpeg("for last; do :; done\ncat > \"$last\"\necho 'Error writing trailer: No space left on device' >&2\n");
  expect_error(Exit::failure, "Error writing trailer", [&] { render(folder / "x.mp4", 0, 3); });
  EXPECT_EQ(entries(), 1u);  // bin
}

TEST_F(Output, VanishedFolderStopsTheRun) {
  fs::create_directory(folder / "v");
  files::FrameWriter pictures(folder / "v/%05d.png", size, 0, 1000, 60);
  pictures.write(0, picture(0));
  while (!fs::exists(folder / "v/00000.png")) std::this_thread::yield();
  fs::remove_all(folder / "v");
  expect_error(Exit::failure, "v/00001.png: cannot be written: No such file or directory", [&] {
    for (std::uint64_t i = 1; i < 1000; ++i) pictures.write(i, picture(i));
    pictures.finish();
  });
  ffmpeg("for last; do :; done\nexec cat > \"$last\"\n");
  files::FrameWriter film(folder / "v/x.mp4", size, 0, 1000, 60);
  for (std::uint64_t i = 0; i < 10; ++i) film.write(i, picture(i));
  while (fs::is_empty(folder / "v")) std::this_thread::yield();
  fs::remove_all(folder / "v");
  expect_error(Exit::failure, "x.mp4: cannot be written: No such file or directory", [&] { film.finish(); });
  EXPECT_FALSE(fs::exists(folder / "v"));
}

TEST_F(Output, AbandonedVideoLeavesNothing) {
  ffmpeg("for last; do :; done\nexec cat > \"$last\"\n");
  {
    files::FrameWriter writer(folder / "x.mp4", size, 0, 3, 60);
    writer.write(0, picture(0));
  }
  EXPECT_EQ(entries(), 1u);  // bin
}

TEST(ProgressText, Clock) {
  EXPECT_EQ(cli::clock_text(0), "0:00");
  EXPECT_EQ(cli::clock_text(7.4), "0:07");
  EXPECT_EQ(cli::clock_text(725), "12:05");
  EXPECT_EQ(cli::clock_text(10800), "3:00:00");
  EXPECT_EQ(cli::clock_text(-1), "0:00");
}

TEST(ProgressText, LineFitsAndTellsTheTimeLeft) {
  const auto line = cli::progress_line("frame", 30, 120, 3, 80);
  EXPECT_LE(line.size(), 80u);
  EXPECT_TRUE(line.starts_with("frame 30/120 [=========")) << line;
  EXPECT_NE(line.find("25 % 10.0/s 0:09 left"), std::string::npos) << line;
  EXPECT_EQ(cli::progress_line("frame", 120, 120, 12, 80).find('>'), std::string::npos);
  for (int columns = 1; columns < 100; ++columns)
    EXPECT_LE(cli::progress_line("frame", 5, 120, 1, columns).size(), static_cast<std::size_t>(columns));
  EXPECT_NO_THROW(cli::progress_line("frame", 0, 0, 0, 80));
  EXPECT_NO_THROW(cli::progress_line("frame", 9, 3, 1, 80));
}

std::string shown(bool terminal, bool finished) {
  std::FILE* file = std::tmpfile();
  {
    cli::Progress progress("frame", 3, file, terminal);
    progress.update(1);
    progress.update(3);
    if (finished) progress.finish();
  }
  std::string text(1000, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

TEST(ProgressText, SilentButForTheLastLineWithoutATerminal) {
  EXPECT_EQ(shown(false, true), "3 frames in 0:00\n");
  EXPECT_EQ(shown(false, false), "");
}

TEST(ProgressText, BarOnATerminal) {
  const auto text = shown(true, true);
  EXPECT_TRUE(text.starts_with("\r\x1b[Kframe 1/3 [")) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K3 frames in 0:00\n")) << text;
  EXPECT_TRUE(shown(true, false).ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace undine::test

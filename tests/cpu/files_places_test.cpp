// Output paths other than a new file in a folder of our own: links, streams, folders of other users.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "engine/core/inputs.h"
#include "engine/files/files.h"
#include "engine/files/uri.h"
#include "engine/files/video.h"
#include "tests/cpu/files_folder.h"

namespace undine::test {
namespace {

namespace fs = std::filesystem;

class Places : public Files {
 protected:
  // Runs in a child process without root privileges; returns true if it succeeds.
  static bool as_somebody(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) ::_exit(2);
      try {
        work();
      } catch (...) {
        ::_exit(1);
      }
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  // Redirects standard output to a file meanwhile.
  std::string redirected(const std::string& name, int flags, const std::function<void()>& work) {
    std::cout.flush();
    const int before = ::dup(1), file = ::open((folder / name).c_str(), flags, 0644);
    ::dup2(file, 1);
    work();
    std::cout.flush();
    ::dup2(before, 1);
    ::close(before);
    ::close(file);
    return get(folder / name);
  }
};

TEST_F(Places, LinksToFilesThatDoNotExistYetStay) {
  fs::create_directory(folder / "far");
  fs::create_symlink("far/target", folder / "link");
  fs::create_symlink(folder / "link", folder / "chain");
  fs::create_symlink("new/target", folder / "deep");
  for (const char* name : {"chain", "link"}) {
    files::prepare_file(folder / name);
    files::write_file(folder / name, name);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_TRUE(fs::is_symlink(folder / "chain"));
    EXPECT_EQ(get(folder / "far/target"), name);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "far"), {}), 1);
  }
  files::prepare_file(folder / "deep");
  files::write_file(folder / "deep", "x");
  EXPECT_EQ(get(folder / "new/target"), "x");
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  expect_error(Exit::failure, "symbolic links", [&] { files::write_file(folder / "a", "x"); });
}

TEST_F(Places, HardLinksShowWhatIsWritten) {
  put("one", "a long text from before");
  fs::create_hard_link(folder / "one", folder / "two");
  files::write_file(folder / "one", "new");
  EXPECT_EQ(get(folder / "two"), "new");
  EXPECT_TRUE(fs::equivalent(folder / "one", folder / "two"));
  EXPECT_EQ(entries(), 2u);
}

TEST_F(Places, WritableFilesInClosedFoldersAreWritten) {
  const fs::path closed = folder / "closed";
  fs::create_directory(closed);
  put("closed/file", "old and longer");
  ::chmod(folder.c_str(), 0755);
  ::chmod((closed / "file").c_str(), 0666);
  ::chmod(closed.c_str(), 0555);
  EXPECT_TRUE(as_somebody([&] {
    files::prepare_file(closed / "file");
    files::write_file(closed / "file", "new");
  }));
  EXPECT_EQ(get(closed / "file"), "new");
  EXPECT_FALSE(as_somebody([&] { files::prepare_file(closed / "other"); }));
  EXPECT_FALSE(as_somebody([&] { files::write_file(closed / "other", "x"); }));
  ::chmod((closed / "file").c_str(), 0444);
  EXPECT_FALSE(as_somebody([&] { files::prepare_file(closed / "file"); }));
  EXPECT_EQ(std::distance(fs::directory_iterator(closed), {}), 1);
  ::chmod(closed.c_str(), 0755);
}

// Output before and after in the same file is preserved, for every name of the descriptor.
TEST_F(Places, DescriptorsAreWrittenBehindOtherOutput) {
  const auto talk = [&] {
    std::cout << "before ";
    for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
      EXPECT_TRUE(files::is_stream(name));
      files::prepare_file(name);
      files::write_file(name, fs::path(name).parent_path().filename().string() + " ");
    }
    std::cout << "after";
  };
  EXPECT_EQ(redirected("plain", O_WRONLY | O_CREAT | O_TRUNC, talk), "before dev fd fd after");
  put("log", "yesterday ");
  EXPECT_EQ(redirected("log", O_WRONLY | O_APPEND, talk), "yesterday before dev fd fd after");
  expect_error(Exit::failure, "/dev/fd/997: cannot be written: Bad file descriptor",
               [] { files::prepare_file("/dev/fd/997"); });
  const int reading = ::open("/dev/null", O_RDONLY);
  expect_error(Exit::failure, "Permission denied", [&] { files::prepare_file("/dev/fd/" + std::to_string(reading)); });
  ::close(reading);
}

TEST_F(Places, PipesAreWrittenAndStayPipes) {
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0644), 0);
  fs::create_symlink("pipe", folder / "link");
  std::string got;
  std::thread reader([&] {
    std::ifstream in(folder / "pipe");
    std::getline(in, got, '\0');
  });
  files::prepare_file(folder / "link");
  files::write_file(folder / "link", std::string(200000, 'x'));
  reader.join();
  EXPECT_EQ(got, std::string(200000, 'x'));
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const fs::path end = "/dev/fd/" + std::to_string(ends[1]);
  files::prepare_file(end);
  files::write_file(end, "seven");
  std::string text(5, ' ');
  EXPECT_EQ(::read(ends[0], text.data(), 5), 5);
  EXPECT_EQ(text, "seven");
  for (const int one : ends) ::close(one);
}

TEST_F(Places, InputsAreNoOutputs) {
  put("scene.json", "{}");
  note_input(folder / "scene.json");
  fs::create_symlink("scene.json", folder / "link");
  fs::create_hard_link(folder / "scene.json", folder / "twin");
  fs::create_directory(folder / "sub");
  for (const char* name : {"scene.json", "link", "twin", "sub/../scene.json"})
    expect_error(Exit::bad_input, "is an input of this run", [&] { files::prepare_file(folder / name); });
  EXPECT_NO_THROW(files::prepare_file(folder / "other.json"));
  EXPECT_EQ(get(folder / "scene.json"), "{}");
}

TEST_F(Places, FilesOfOtherProgramsGetTheirPlaceLikewise) {
  put("one", "old");
  fs::create_hard_link(folder / "one", folder / "two");
  fs::create_symlink("film.mp4", folder / "link.mp4");
  for (const auto& [name, seen] : {std::pair{"one", "two"}, {"link.mp4", "film.mp4"}}) {
    const fs::path temporary = files::temporary_file(folder / name);
    std::ofstream(temporary) << "film";
    files::put_in_place(temporary, folder / name);
    EXPECT_EQ(get(folder / seen), "film") << name;
    EXPECT_FALSE(fs::exists(temporary));
  }
  EXPECT_TRUE(fs::is_symlink(folder / "link.mp4"));
  EXPECT_TRUE(fs::equivalent(folder / "one", folder / "two"));
}

TEST(Uris, OnlyWholeEscapesAreDecoded) {
  for (const auto& [uri, name] : {std::pair{"a%20b.bin", "a b.bin"},
                                  {"20%.bin", "20%.bin"},
                                  {"a%2", "a%2"},
                                  {"%", "%"},
                                  {"a+b", "a+b"},
                                  {"%zz%41", "%zzA"},
                                  {"%4", "%4"},
                                  {"100%25", "100%"},
                                  {"%00", "%00"},
                                  {"%c3%a4", "\xc3\xa4"},
                                  {"%+1", "%+1"},
                                  {"% 1", "% 1"}})
    EXPECT_EQ(files::percent_decoded(uri), name) << uri;
}

TEST(VideoRate, IsTheNearerOfThirtyAndSixty) {
  for (const auto& [seconds, rate] : {std::pair{1.0 / 60, 60.0},
                                      {1.0 / 30, 30.0},
                                      {1.0 / 24, 30.0},
                                      {1.0 / 44, 30.0},
                                      {1.0 / 46, 60.0},
                                      {1.0 / 120, 60.0},
                                      {1.0, 30.0},
                                      {0.016666668, 60.0}})
    EXPECT_EQ(files::video_rate(seconds), rate) << seconds;
}

}  // namespace
}  // namespace undine::test

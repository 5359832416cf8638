// Frames piped to ffmpeg, which must be installed. The file appears, whole, when finish() returns.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <span>

namespace undine::files {

class Video {
 public:
  // Error(Exit::failure) if ffmpeg is not in PATH.
  Video(const std::filesystem::path& file, glm::uvec2 size, double frames_per_second);
  ~Video();  // without finish(): nothing is left of the file
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;
  // rgba8, size.x * size.y. Call from a thread that has SIGPIPE blocked or ignored. Error(Exit::failure) with what
  // ffmpeg says.
  void write(std::span<const std::byte> rgba);
  void finish();

  static void require_ffmpeg(const std::filesystem::path& file);

 private:
  void close();
  bool wait();  // for ffmpeg's end; whether it ended well
  [[noreturn]] void fail(const std::string& what);

  std::filesystem::path file_, temporary_;
  int pipe_ = -1, log_ = -1;
  pid_t child_ = -1;
};

}  // namespace undine::files

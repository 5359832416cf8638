// Frames piped to ffmpeg, which must be installed. The file appears, whole, when finish() returns.
#pragma once
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <string>

#include "engine/core/system.h"

namespace undine::files {

// Pictures a second at which a video plays whose pictures are `seconds` apart: 30 or 60, whichever is nearer to the
// rate at which simulated and real time agree.
double video_rate(double seconds);

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
  [[noreturn]] void fail(const std::string& what);

  std::filesystem::path file_, temporary_;
  std::unique_ptr<system::Child> ffmpeg_;
};

}  // namespace undine::files

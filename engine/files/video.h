// Pipes frames to ffmpeg, which must be installed. finish() moves the complete file into place.
#pragma once
#include <cstddef>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <string>

#include "engine/core/system.h"

namespace undine::files {

// Playback rate of pictures that are `seconds` apart: 30 or 60 per second, whichever is nearer to real time.
double video_rate(double seconds);

class Video {
 public:
  // Error(Exit::failure) if ffmpeg is not in PATH.
  Video(const std::filesystem::path& file, glm::uvec2 size, double frames_per_second);
  ~Video();  // without finish(): deletes the file
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;
  // rgba8, size.x * size.y. Call from a thread with SIGPIPE blocked or ignored. Error(Exit::failure) with ffmpeg's
  // message.
  void write(std::span<const std::byte> rgba);
  void finish();

  static void require_ffmpeg(const std::filesystem::path& file);

 private:
  [[noreturn]] void fail(const std::string& what);

  std::filesystem::path file_, temporary_;
  std::unique_ptr<system::Child> ffmpeg_;
};

}  // namespace undine::files

// Writes pictures of a run: PATH is dir/%05d.png (every frame), x.png (the last frame) or x.mp4 (ffmpeg). .exr and .npy
// instead of .png hold scene radiance: linear, before exposure and tone mapping.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/files/png.h"
#include "engine/files/video.h"

namespace undine::files {

// File name with at most one frame number: %d, %5d or %05d; %% is a percent sign.
class FramePattern {
 public:
  // Error(Exit::bad_input) for other characters after a %, for two numbers, and for a number in a folder's name.
  explicit FramePattern(const std::filesystem::path& path);
  bool numbered() const { return digits_.has_value(); }
  std::filesystem::path file(std::uint64_t frame) const;

 private:
  std::string before_, after_;
  std::optional<int> digits_;
  bool zeros_ = false;
};

class FrameWriter {
 public:
  // Call before rendering. Rejects other forms of paths (Exit::bad_input) and paths that cannot be written
  // (Exit::failure); creates missing folders. Frames count from 0; the first `first` ones are not written.
  FrameWriter(const std::filesystem::path& path, glm::uvec2 size, std::uint64_t first, std::uint64_t frames,
              double frames_per_second);
  ~FrameWriter();  // without finish(): drops pending frames and deletes a video
  FrameWriter(const FrameWriter&) = delete;
  FrameWriter& operator=(const FrameWriter&) = delete;

  bool hdr() const { return format_ == Format::exr || format_ == Format::npy; }
  bool wants(std::uint64_t frame) const;
  bool is_video() const { return format_ == Format::mp4; }
  bool takes_layers() const { return format_ == Format::exr; }
  struct Layers {  // arguments of encode_exr() in engine/files/exr.h; empty: not written
    std::vector<std::byte> surface, whose;
  };
  // rgba8 of `size`, or rgba16f if hdr(). Encodes on a thread; blocks while several frames are pending. Throws errors
  // of earlier frames.
  void write(std::uint64_t frame, std::vector<std::byte> rgba, Layers layers = {});
  void finish();  // completes all files, even after fewer frames than announced

 private:
  struct Job {
    std::uint64_t frame;
    std::vector<std::byte> rgba;
    Layers layers;
  };
  enum class Format { png, exr, npy, mp4 };
  void encode(const Job& job);
  void work();
  void stop();
  void rethrow();

  FramePattern pattern_;
  Format format_ = Format::png;
  glm::uvec2 size_;
  std::uint64_t first_, frames_;
  std::unique_ptr<Video> video_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  bool closed_ = false;
  std::exception_ptr problem_;
  std::thread thread_;
};

}  // namespace undine::files

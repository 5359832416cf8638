#include "engine/files/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <glm/gtc/packing.hpp>

#include "engine/core/error.h"
#include "engine/core/system.h"
#include "engine/files/exr.h"
#include "engine/files/files.h"
#include "engine/files/npy.h"

namespace undine::files {

namespace fs = std::filesystem;

static constexpr std::size_t most_waiting = 4;
static constexpr std::array<std::string_view, 4> endings{".png", ".exr", ".npy", ".mp4"};  // indexed by Format
static constexpr const char* forms = "folder/%05d.png, picture.png or film.mp4; radiance: .exr or .npy";

FramePattern::FramePattern(const fs::path& path) {
  const std::string text = path.string();
  const auto reject = [&](const char* what) { throw Error(Exit::bad_input, "--out " + text, what, forms); };
  std::string* part = &before_;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      *part += text[i];
      continue;
    }
    if (++i < text.size() && text[i] == '%') {
      *part += '%';
      continue;
    }
    const bool zeros = i < text.size() && text[i] == '0';
    int digits = 0;
    for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && digits < 100; ++i)
      digits = digits * 10 + text[i] - '0';
    if (i >= text.size() || text[i] != 'd' || digits > 12)
      reject("a % is not followed by d, as in %05d, or by another %");
    if (numbered()) reject("it has two frame numbers");
    digits_ = digits;
    zeros_ = zeros;
    part = &after_;
  }
  if (numbered() && after_.find('/') != std::string::npos) reject("the frame number stands in a folder's name");
}

fs::path FramePattern::file(std::uint64_t frame) const {
  if (!numbered()) return before_;
  return before_ + (zeros_ ? fmt::format("{:0{}}", frame, *digits_) : fmt::format("{:{}}", frame, *digits_)) + after_;
}

FrameWriter::FrameWriter(const fs::path& path, glm::uvec2 size, std::uint64_t first, std::uint64_t frames,
                         double frames_per_second)
    : pattern_(path), size_(size), first_(first), frames_(frames) {
  const auto file = pattern_.file(first);
  const std::string ending = file.extension().string();
  const auto known = std::ranges::find(endings, ending);
  if (known == endings.end())
    throw Error(Exit::bad_input, "--out " + path.string(), "its ending is none of .png, .exr, .npy and .mp4", forms);
  format_ = static_cast<Format>(known - endings.begin());
  const bool video = format_ == Format::mp4;
  if (video && pattern_.numbered())
    throw Error(Exit::bad_input, "--out " + path.string(), "a video has no frame number in its name", forms);
  if (video) Video::require_ffmpeg(file);
  prepare_file(file);
  if (video) video_ = std::make_unique<Video>(file, size, frames_per_second);
  thread_ = std::thread([this] { work(); });
}

FrameWriter::~FrameWriter() {
  {
    std::lock_guard lock(mutex_);
    waiting_.clear();
  }
  stop();
}

bool FrameWriter::wants(std::uint64_t frame) const {
  if (frame >= frames_ || frame < first_) return false;
  return video_ || pattern_.numbered() || frame + 1 == frames_;
}

void FrameWriter::write(std::uint64_t frame, std::vector<std::byte> rgba, Layers layers) {
  if (!wants(frame)) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < most_waiting || problem_; });
  rethrow();
  waiting_.push_back({frame, std::move(rgba), std::move(layers)});
  changed_.notify_all();
}

void FrameWriter::finish() {
  stop();
  std::lock_guard lock(mutex_);
  rethrow();
  if (video_) video_->finish();
  video_.reset();
}

void FrameWriter::encode(const Job& job) {
  const auto file = pattern_.file(job.frame);
  check_output(file);
  switch (format_) {
    case Format::png:
      return write_png(file, size_, job.rgba);
    case Format::mp4:
      return video_->write(job.rgba);
    case Format::exr:
      if (job.layers.surface.empty()) return write_exr(file, size_, job.rgba);
      return write_file(file, encode_exr(size_, job.rgba, job.layers.surface, job.layers.whose));
    case Format::npy: {
      std::vector<float> values;
      values.reserve(std::size_t{3} * size_.x * size_.y);
      for (std::size_t texel = 0; texel + 8 <= job.rgba.size(); texel += 8)
        for (std::size_t channel = 0; channel < 3; ++channel) {
          std::uint16_t half = 0;
          std::memcpy(&half, job.rgba.data() + texel + 2 * channel, sizeof half);
          values.push_back(glm::unpackHalf1x16(half));
        }
      return write_npy(file, std::array{size_.y, size_.x, 3u}, values);
    }
  }
}

void FrameWriter::work() {
  system::block_signals();  // makes a broken pipe an error of write()
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Job job = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    lock.unlock();
    std::exception_ptr problem;
    try {
      encode(job);
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    if (!problem) continue;
    problem_ = problem;
    waiting_.clear();
    closed_ = true;
    changed_.notify_all();
    return;
  }
}

void FrameWriter::stop() {
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

// Only the first call throws; later ones belong to the end of the run.
void FrameWriter::rethrow() {
  if (problem_) std::rethrow_exception(problem_);
}

}  // namespace undine::files

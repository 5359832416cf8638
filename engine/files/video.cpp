#include "engine/files/video.h"

#include <fmt/format.h>

#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "engine/core/error.h"
#include "engine/files/files.h"

namespace undine::files {

namespace fs = std::filesystem;

double video_rate(double seconds) { return 1 / seconds > 45 ? 60 : 30; }

void Video::require_ffmpeg(const fs::path& file) {
  if (!system::installed("ffmpeg"))
    throw Error(Exit::failure, file.string(), "videos need ffmpeg, which is not installed",
                "install ffmpeg, or write pictures: --out folder/%05d.png");
}

Video::Video(const fs::path& file, glm::uvec2 size, double frames_per_second)
    : file_(file), temporary_(temporary_file(file)) {
  require_ffmpeg(file);
  if (is_stream(file))
    throw Error(Exit::failure, file.string(), "is not a regular file, which ffmpeg needs for a video",
                "choose another place");
  // Even sizes, because 4:2:0 halves them; bitexact, so that equal frames give equal bytes.
  std::istringstream options(fmt::format(
      "ffmpeg -nostdin -loglevel error -y -f rawvideo -pix_fmt rgba -video_size {}x{} -framerate {:.6g} -i pipe:0 -an "
      "-vf pad=ceil(iw/2)*2:ceil(ih/2)*2 -c:v libx264 -preset medium -crf 18 -pix_fmt yuv420p -fflags +bitexact "
      "-flags:v +bitexact -movflags +faststart -f mp4",
      size.x, size.y, frames_per_second));
  std::vector<std::string> words{std::istream_iterator<std::string>(options), {}};
  words.push_back(fs::absolute(temporary_).string());
  ffmpeg_ = std::make_unique<system::Child>(std::move(words));
  if (!ffmpeg_->problem().empty())
    throw Error(Exit::failure, file.string(), "ffmpeg does not start: " + ffmpeg_->problem());
}

Video::~Video() {
  ffmpeg_.reset();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void Video::write(std::span<const std::byte> rgba) {
  if (ffmpeg_->write({reinterpret_cast<const char*>(rgba.data()), rgba.size()})) return;
  ffmpeg_->wait();
  fail("ffmpeg ended early");
}

void Video::finish() {
  ffmpeg_->finish();
  // ffmpeg 5 exits with 0 even if it could not write the end of the file. It prints an error then, and at this log
  // level prints only errors.
  const bool ended_well = ffmpeg_->wait();
  if (!ended_well || ffmpeg_->said() > 0) fail("ffmpeg failed");
  put_in_place(temporary_, file_);
}

void Video::fail(const std::string& what) {
  // The last lines, because a long log often begins with warnings.
  std::string text = ffmpeg_->last_words(512);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  throw Error(Exit::failure, file_.string(), text.empty() ? what : what + ": " + text);
}

}  // namespace undine::files

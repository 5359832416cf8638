// A film: pictures of a session in equal steps of simulated time, written to files as they arrive from the device.
#pragma once
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/app/cli/frame_range.h"
#include "engine/app/cli/progress.h"
#include "engine/app/cli/resuming.h"
#include "engine/app/cli/sub_frames.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/export/scene_export.h"
#include "engine/app/hud/hud.h"
#include "engine/app/session/pace.h"
#include "engine/app/session/session.h"
#include "engine/app/session/stats.h"
#include "engine/files/output.h"

namespace undine::cli {

// Command line of `render`.
struct RenderLine : session::CommandLine {
  FrameRange frames;
  std::uint64_t every = 0;  // frames between checkpoints
  std::filesystem::path out, stats, exported;
  bool audit = false;
  session::ExportFormats formats;
  bool watch = false, temporal = false, layers = false;
  double fps = 0, rate = 0;  // 0: files::video_rate()
  SubFrames sub;
  Resuming resuming;
};

class Film {
 public:
  // Error(bad_input): flags that exclude each other, or an output that cannot take what is asked for.
  Film(Begun& begun, const RenderLine& line);
  // Renders the frames from the session's present step on. ran: called after each frame.
  Exit render(const std::function<void(session::Session&)>& ran);

 private:
  struct Picture {
    std::uint64_t frame;
    std::vector<std::byte> pixels;
    files::FrameWriter::Layers layers;
  };

  void check_outputs() const;
  bool is_field_soon(std::uint64_t frame) const;
  bool is_drawn(std::uint64_t frame) const;
  void step_to(std::uint64_t step);
  View view_of(const View::Sample& sample);
  void frame(std::uint64_t frame);
  void draw(std::uint64_t frame);
  void draw_hud(graph::Image picture, const View& view);
  std::shared_ptr<files::FrameWriter::Layers> keep_layers();
  void write();
  Exit finish();

  Begun& begun_;
  const RenderLine& line_;
  session::Session& session_;
  const ClockSettings& clock_;
  bool moves_;            // compares with the previous picture
  std::uint64_t before_;  // steps of the session at its first frame
  FrameRange range_;
  std::uint64_t start_ = 0;                 // first frame, drawn or not
  std::vector<std::uint32_t> taken_after_;  // steps of a frame after which its samples are drawn
  std::optional<files::FrameWriter> writer_;
  std::optional<CheckpointWriter> checkpoints_;
  std::optional<session::SceneExport> exporter_;
  std::optional<session::StatsLog> stats_;
  std::optional<hud::Hud> hud_;
  session::Pace pace_;
  std::deque<Picture> arrived_;
};

}  // namespace undine::cli

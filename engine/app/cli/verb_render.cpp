#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <thread>
#include <utility>

#include "engine/app/cli/film.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/reload_plan.h"
#include "engine/app/session/session.h"
#include "engine/app/session/signals.h"
#include "engine/core/log.h"
#include "engine/files/file_watch.h"
#include "engine/scene/scene_include.h"

namespace undine::cli {
namespace {

// Depth, normals, motion, ids and other views have no meaningful average over samples.
void check_samples(const RenderLine& line) {
  if (line.layers && line.sub.samples > 1)
    throw Error(Exit::bad_input, "--layers", "depth, normal, motion and id cannot be averaged over --samples",
                "one of the two");
  if (line.sub.samples == 1) return;
  const std::string flag = fmt::format("--samples {}", line.sub.samples);
  if (line.view != "final")
    throw Error(Exit::bad_input, flag, fmt::format("the view \"{}\" cannot be averaged", line.view),
                "the view \"final\"");
  if (line.temporal)
    throw Error(Exit::bad_input, flag, "cannot be combined with --temporal, which reuses samples of earlier pictures",
                "one of the two");
}

// Resuming requires that pictures do not depend on earlier pictures.
void check_resuming(const RenderLine& line) {
  if (!line.temporal || (line.resuming.resume.empty() && line.resuming.checkpoint.empty())) return;
  throw Error(Exit::bad_input, line.resuming.resume.empty() ? "--checkpoint" : "--resume",
              "cannot be combined with --temporal, whose samples checkpoints do not contain",
              "one of the two; --samples N smooths edges without them");
}

// Opens a session at the earliest step from which these frames can be rendered.
Begun open_session(const RenderLine& line) {
  const FrameRange range = line.frames.made();
  const ClockSettings& clock = load_scene(line.scene(), line.overrides(), line.assets).clock;
  const bool moves = line.view == "motion" || line.layers;  // compares with the previous picture
  const std::uint64_t needed =
      range.chosen ? range.first - std::min<std::uint64_t>(range.first, moves ? 1 : 0) : range.end - 1;
  return make_session(
      line, line.resuming,
      {.device = true,
       .picture = true,
       .accounting = session::accounting_of(line.audit, !line.stats.empty(), !line.resuming.checkpoint.empty())},
      needed * clock.steps_per_frame + moments(line.sub, clock).front());
}

// Renders the frames of a new session, or continues a running one. ran: called after each frame.
Exit render(Begun& begun, const RenderLine& line, const std::function<void(session::Session&)>& ran) {
  return Film(begun, line).render(ran);
}

// Continues the session with the scene's changed file; if that needs a restart, logs the reason and returns false.
bool goes_on(session::Session& session, const RenderLine& line) {
  Scene next = load_scene(line.scene(), line.overrides(), line.assets);
  const session::ReloadPlan plan = session::plan_reload(session.live_scene(), next);
  for (const std::string& reason : plan.restarts) log::info("{}", reason);
  if (!plan.all() || !session.change(std::move(next))) return false;
  log::info("goes on from step {}", session.world().steps());
  return true;
}

Exit render_on_changes(const RenderLine& line) {
  files::FileWatch watch;
  std::set<std::filesystem::path> files;
  const auto watch_scene = [&] {
    for (std::filesystem::path& piece : scene_files(line.scene(), line.assets)) files.insert(std::move(piece));
    watch.watch(files);
  };
  std::size_t loaded = 0;
  auto ran = [&](session::Session& session) {
    const auto& modules = session.shaders().loaded();
    if (std::exchange(loaded, modules.size()) == modules.size()) return;
    for (const auto& [name, module] : modules) files.insert(module->files.begin(), module->files.end());
    watch.watch(files);
  };
  Begun begun;
  std::vector<std::filesystem::path> changed;
  for (Exit result = Exit::done;;) {
    bool failed = false;
    watch_scene();
    try {
      const bool scene_alone = changed.size() == 1 && changed.front() == line.scene();
      if (!begun.session || !scene_alone || !goes_on(*begun.session, line)) {
        begun = {};
        begun = open_session(line);
      }
      result = render(begun, line, ran);
    } catch (const Error& e) {
      if (e.code() == Exit::no_device) throw;
      log::error("{}; the last good picture stays", e.what());
      result = e.code();
      failed = true;
      begun = {};
    }
    log::info("waiting for changes");
    changed = watch.changed();  // ignore writes beside the watched files until here
    watch.report_neighbors(failed);
    for (; changed.empty() && !session::interrupted(); changed = watch.changed())
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    watch.report_neighbors(false);
    if (session::interrupted()) return result;
  }
}

Exit render_all(const RenderLine& line) {
  check_capture(line, line.frames.made().end, "frames count from 0");
  check_samples(line);
  check_resuming(line);
  if (line.watch) return render_on_changes(line);
  Begun begun = open_session(line);
  return render(begun, line, [](session::Session&) {});
}

}  // namespace

Call verb_render(Flags& flags) {
  auto line = std::make_shared<RenderLine>();
  scene_file(flags, *line);
  view_flags(flags, *line);
  frame_flags(flags, line->frames);
  picture_size(flags, *line);
  flags.add("--out", line->out, "dir/%05d.png, one x.png (the last frame) or x.mp4; .exr, .npy: linear radiance",
            {.as = "PATH", .required = true});
  const auto samples = [line](const std::string& text) {
    unsigned count = 0;
    char rest = 0;
    if (text.size() > 4 || std::sscanf(text.c_str(), "%u%c", &count, &rest) != 1 || count < 1 || count > 4096)
      throw std::invalid_argument(text + " is not a whole number from 1 to 4096");
    line->sub.samples = count;
  };
  flags.add("--samples", samples, "average N frames per picture with different subpixel positions [1]", {.as = "N"});
  const auto shutter = [line](const std::string& text) {
    double share = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%lf%c", &share, &rest) != 1 || !(share >= 0 && share <= 1))
      throw std::invalid_argument(text + " is not a number from 0 to 1");
    line->sub.shutter = share;
  };
  flags.add("--shutter", shutter,
            "motion blur: share of the frame time before its end over which samples are spread [0]", {.as = "SHARE"});
  rate_flag(flags, line->fps);
  const auto rate = [line](const std::string& text) {
    char rest = 0;
    if (text.size() > 8 || std::sscanf(text.c_str(), "%lf%c", &line->rate, &rest) != 1 ||
        !(line->rate >= 1 && line->rate <= 240))
      throw std::invalid_argument(text + " is not a number of pictures a second, 1 to 240");
  };
  flags.add("--rate", rate,
            "frame rate of a .mp4 [30 or 60, whichever is closer to 1 / (clock.step clock.steps_per_frame)]",
            {.as = "N"});
  flags.add("--layers", line->layers, "also write depth, normal, motion and id as parts of the .exr (docs/films.md)");
  flags.add("--temporal", line->temporal,
            "temporal anti-aliasing, as in windows; renders all frames, also those not written");
  flags.add("--export", line->exported,
            "write surfaces, particles and spray of each frame as PLY with velocities, and bodies and camera as "
            "animated glTF (docs/films.md)",
            {.as = "DIR"});
  flags.add("--usd", line->formats.usd,
            "with --export: also write waters, bodies, camera, scenery and sun as USD (.usda)");
  flags.add("--vdb", line->formats.vdb, "with --export: also write points and volumes as OpenVDB, if built with it");
  flags.add("--stats", line->stats, "write statistics of the rendered steps", {.as = "FILE.json"});
  flags.add("--audit", line->audit, "fail if the relative mass error exceeds 1e-9");
  flags.add(
      "--watch", line->watch,
      "render again when the scene file or a shader changes; the simulation continues if only live values changed");
  resuming_flags(flags, line->resuming, "frame");
  flags.count("--every", line->every, 1, "save a checkpoint after every N frames");
  run_flags(flags, *line);
  return call(line, render_all);
}

}  // namespace undine::cli

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <functional>
#include <set>
#include <thread>
#include <utility>

#include "engine/app/cli/frame_range.h"
#include "engine/app/cli/progress.h"
#include "engine/app/cli/resuming.h"
#include "engine/app/cli/sub_frames.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/export/scene_export.h"
#include "engine/app/hud/hud.h"
#include "engine/app/session/pace.h"
#include "engine/app/session/reload_plan.h"
#include "engine/app/session/session.h"
#include "engine/app/session/signals.h"
#include "engine/app/session/stats.h"
#include "engine/core/log.h"
#include "engine/files/file_watch.h"
#include "engine/files/files.h"
#include "engine/files/output.h"
#include "engine/files/video.h"
#include "engine/scene/named_view.h"
#include "engine/scene/scene_include.h"

namespace undine::cli {
namespace {

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
  session::Session& session = *begun.session;
  const std::uint64_t before = session.world().steps();
  FrameRange range = line.frames.made();
  const std::uint64_t earliest = moments(line.sub, session.scene().clock).front(),
                      a_frame = session.scene().clock.steps_per_frame;
  const bool moves = line.view == "motion" || line.layers;
  const std::uint64_t start =
      before > 0 || begun.step <= earliest ? 0 : (begun.step - earliest + a_frame - 1) / a_frame;
  if (!range.chosen) range.first = start;
  const std::vector<Field> fields = session.world().fields();
  check_view(line.view, line.how, fields);
  for (const Field& field : fields)
    if (field.name == line.view && field.follow) field.follow();
  const ClockSettings& clock = session.scene().clock;
  const std::vector<std::uint32_t> taken_after = moments(line.sub, clock);
  const double apart = clock.step * clock.steps_per_frame;  // simulated seconds between pictures
  const double rate = line.rate > 0 ? line.rate : files::video_rate(apart);
  files::FrameWriter writer(line.out, line.size, range.first, range.end, rate);
  if (writer.is_video() && std::abs(apart * rate - 1) > 0.01)
    log::info("{} plays {:.3g} simulated seconds in a second, at {:g} pictures/s", line.out.string(), apart * rate,
              rate);
  if (range.parts > 1 && !writer.wants(range.first) && range.end - range.first > 1)
    throw Error(Exit::bad_input, "--out " + line.out.string(),
                "names a single picture, which every frame would overwrite",
                "a name with a frame number, such as %05d, or an .mp4 file");
  CheckpointWriter checkpoints(session, line.resuming, line.every, range.end);
  session::SceneExport exporter(session, line.exported, line.formats, session.scene().clock.steps_per_frame);
  if (line.layers && !writer.takes_layers())
    throw Error(Exit::bad_input, "--layers", line.out.string() + " cannot store layers", "--out with .exr");
  if (writer.hdr() && line.hud.value_or(false))
    throw Error(Exit::bad_input, "--hud", "the HUD cannot be drawn into files of radiance", "write .png or .mp4");
  const glm::uvec2 least = hud::Hud::least_size();
  if (line.hud.value_or(false) && (line.size.x < least.x || line.size.y < least.y))
    throw Error(Exit::bad_input, "--hud",
                fmt::format("a picture of {}x{} is too small for the HUD", line.size.x, line.size.y),
                fmt::format("allowed: --size {}x{} or more", least.x, least.y));
  if (writer.hdr() && line.view != "final")
    throw Error(Exit::bad_input, "--view " + line.view, "radiance files hold only the view \"final\"",
                "write .png or .mp4");
  if (!line.stats.empty()) files::prepare_file(line.stats);
  session::StatsLog stats(session);
  std::optional<hud::Hud> hud;
  if (line.hud.value_or(false)) hud.emplace(session, 1, hud::HudPanels{.settings = true});

  struct Picture {
    std::uint64_t frame;
    std::vector<std::byte> pixels;
    files::FrameWriter::Layers layers;
  };
  std::deque<Picture> arrived;
  auto write = [&] {
    for (; !arrived.empty(); arrived.pop_front())
      writer.write(arrived.front().frame, std::move(arrived.front().pixels), std::move(arrived.front().layers));
  };

  // The legend of a field arrives frames later: pictures ahead of the first wanted one request it.
  const bool shows_field = !is_named_view(line.view);
  auto soon = [&](std::uint64_t frame) {
    constexpr std::uint64_t ahead = 4;
    for (std::uint64_t next = 1; shows_field && next <= ahead; ++next)
      if (frame + next < range.end && writer.wants(frame + next)) return true;
    return false;
  };

  // Existence of a node is known after a frame's declaration: the second frame has all nodes of later ones.
  const std::uint64_t judged = std::min<std::uint64_t>(1, range.end - 1);
  const bool path = is_graph_path(line.view);

  // Temporal methods need the previous picture, so it is drawn even if not written.
  auto drawn = [&](std::uint64_t frame) {
    return line.temporal || writer.wants(frame) || (moves && writer.wants(frame + 1)) || (hud && soon(frame));
  };
  auto step_to = [&](std::uint64_t step) { session.step(static_cast<std::uint32_t>(step - session.world().steps())); };
  session::Pace pace(line.fps);
  auto view_of = [&](const View::Sample& sample) {
    View view = session.film_view(line.size);
    view.how.measure = hud.has_value();
    view.figures = !line.stats.empty();
    view.sample = sample;
    view.follows = line.temporal || moves;
    view.layers = line.layers;
    view.scale = pace.share();
    if (writer.hdr()) view.show = "radiance";
    return view;
  };

  session::Trace::Time last = session::Trace::now();
  Progress progress("frame", range.end - start);
  if (before == 0) begun.begin();
  for (std::uint64_t frame = start; frame < range.end && !session::interrupted(); ++frame) {
    const auto now = session::Trace::now();
    const double elapsed = std::chrono::duration<double>(now - std::exchange(last, now)).count();
    if (hud) hud->begin(elapsed);
    if (frame > start) pace.took(elapsed);
    const std::uint64_t begin = before + frame * clock.steps_per_frame;
    const bool captured = line.capture_frame == static_cast<std::int64_t>(frame);
    const bool draws = captured || drawn(frame);
    for (std::uint32_t i = 0; draws && i + 1 < line.sub.samples; ++i) {
      step_to(begin + taken_after[i]);
      session.draw(view_of({i, line.sub.samples}));
      session.run();
    }
    const bool exports = exporter.wanted() && writer.wants(frame);
    if (exports && session.world().steps() + 1 < begin + taken_after.back()) step_to(begin + taken_after.back() - 1);
    if (exports && session.world().steps() + 1 == begin + taken_after.back()) exporter.before();
    step_to(begin + taken_after.back());
    if (exports) exporter.declare();
    if (hud) hud->measure(session.graph());
    View view;
    if (draws) view = view_of({line.sub.samples - 1, line.sub.samples});
    if (captured) session.capture();
    if (draws) {
      graph::Image picture = session.draw(view);
      if (hud) {
        hud::HudControls controls;
        static_cast<CameraPlace&>(controls.camera) = {view.eye, view.target, view.fov};
        controls.show = view.show;
        controls.how = view.how;
        controls.share = view.scale;
        hud->draw(session.graph(), picture, line.size, {}, controls);
      }
      const bool wanted = writer.wants(frame);
      const auto layers = std::make_shared<files::FrameWriter::Layers>();
      if (line.layers) {
        const auto keep = [&](graph::Image image, std::vector<std::byte> files::FrameWriter::Layers::*to) {
          session.graph().readback("layer", image, [layers, to](std::span<const std::byte> texels) {
            (layers.get()->*to).assign(texels.begin(), texels.end());
          });
        };
        keep(session.renderer().layers().surface, &files::FrameWriter::Layers::surface);
        keep(session.renderer().layers().whose, &files::FrameWriter::Layers::whose);
      }
      session.graph().readback("picture", picture,
                               [&arrived, frame, wanted, layers](std::span<const std::byte> pixels) {
                                 if (wanted)
                                   arrived.push_back({frame, {pixels.begin(), pixels.end()}, std::move(*layers)});
                               });
      if (line.audit || !line.stats.empty()) stats.declare();
    } else if (path && frame == judged) {
      session.draw(session.view(line.size));
    }
    if (checkpoints.due(frame + 1)) checkpoints.declare();
    session.run();
    ran(session);
    if (line.audit) stats.audit();
    write();
    exporter.write();
    progress.update(frame + 1 - start);
  }
  if (session::interrupted()) checkpoints.interrupted();
  session.run();
  session.finish();
  checkpoints.finish();
  if (line.audit) stats.audit();
  write();
  writer.finish();
  if (exporter.wanted()) exporter.finish();
  progress.finish();
  if (!line.stats.empty()) files::write_file(line.stats, stats.json());
  return session.result();
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
            "frame rate of a .mp4 [30 or 60, the closer to the scene's clock.step times clock.steps_per_frame]",
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

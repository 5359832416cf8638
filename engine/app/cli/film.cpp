#include "engine/app/cli/film.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "engine/app/session/signals.h"
#include "engine/core/log.h"
#include "engine/files/files.h"
#include "engine/files/video.h"
#include "engine/scene/named_view.h"

namespace undine::cli {

Film::Film(Begun& begun, const RenderLine& line)
    : begun_(begun),
      line_(line),
      session_(*begun.session),
      clock_(session_.scene().clock),
      moves_(line.view == "motion" || line.layers),
      before_(session_.world().steps()),
      range_(line.frames.made()),
      taken_after_(moments(line.sub, clock_)),
      pace_(line.fps) {
  const std::uint64_t earliest = taken_after_.front(), a_frame = clock_.steps_per_frame;
  if (before_ == 0 && begun.step > earliest) start_ = (begun.step - earliest + a_frame - 1) / a_frame;
  if (!range_.chosen) range_.first = start_;
  const std::vector<Field> fields = session_.world().fields();
  check_view(line.view, line.how, fields);
  for (const Field& field : fields)
    if (field.name == line.view && field.follow) field.follow();
  const double apart = clock_.step * clock_.steps_per_frame;  // simulated seconds between pictures
  const double rate = line.rate > 0 ? line.rate : files::video_rate(apart);
  writer_.emplace(line.out, line.size, range_.first, range_.end, rate);
  if (writer_->is_video() && std::abs(apart * rate - 1) > 0.01)
    log::info("{} plays {:.3g} simulated seconds in a second, at {:g} pictures/s", line.out.string(), apart * rate,
              rate);
  if (range_.parts > 1 && !writer_->wants(range_.first) && range_.end - range_.first > 1)
    throw Error(Exit::bad_input, "--out " + line.out.string(),
                "names a single picture, which every frame would overwrite",
                "a name with a frame number, such as %05d, or an .mp4 file");
  checkpoints_.emplace(session_, line.resuming, line.every, range_.end);
  exporter_.emplace(session_, line.exported, line.formats, clock_.steps_per_frame);
  check_outputs();
  if (!line.stats.empty()) files::prepare_file(line.stats);
  stats_.emplace(session_);
  if (line.hud.value_or(false)) hud_.emplace(session_, 1, hud::HudPanels{.settings = true});
}

void Film::check_outputs() const {
  if (line_.layers && !writer_->takes_layers())
    throw Error(Exit::bad_input, "--layers", line_.out.string() + " cannot store layers", "--out with .exr");
  if (writer_->hdr() && line_.hud.value_or(false))
    throw Error(Exit::bad_input, "--hud", "the HUD cannot be drawn into files of radiance", "write .png or .mp4");
  const glm::uvec2 least = hud::Hud::least_size();
  if (line_.hud.value_or(false) && (line_.size.x < least.x || line_.size.y < least.y))
    throw Error(Exit::bad_input, "--hud",
                fmt::format("a picture of {}x{} is too small for the HUD", line_.size.x, line_.size.y),
                fmt::format("allowed: --size {}x{} or more", least.x, least.y));
  if (writer_->hdr() && line_.view != "final")
    throw Error(Exit::bad_input, "--view " + line_.view, "radiance files hold only the view \"final\"",
                "write .png or .mp4");
}

Exit Film::render(const std::function<void(session::Session&)>& ran) {
  session::Trace::Time last = session::Trace::now();
  Progress progress("frame", range_.end - start_);
  if (before_ == 0) begun_.begin();
  for (std::uint64_t k = start_; k < range_.end && !session::interrupted(); ++k) {
    const auto now = session::Trace::now();
    const double elapsed = std::chrono::duration<double>(now - std::exchange(last, now)).count();
    if (hud_) hud_->begin(elapsed);
    if (k > start_) pace_.took(elapsed);
    frame(k);
    ran(session_);
    if (line_.audit) stats_->audit();
    write();
    exporter_->write();
    progress.update(k + 1 - start_);
  }
  if (session::interrupted()) checkpoints_->interrupted();
  const Exit result = finish();
  progress.finish();
  if (!line_.stats.empty()) files::write_file(line_.stats, stats_->json());
  return result;
}

// Declares and submits the steps and the picture of a frame.
void Film::frame(std::uint64_t frame) {
  const std::uint64_t begin = before_ + frame * clock_.steps_per_frame;
  const bool captured = line_.capture_frame == static_cast<std::int64_t>(frame);
  const bool draws = captured || is_drawn(frame);
  for (std::uint32_t i = 0; draws && i + 1 < line_.sub.samples; ++i) {
    step_to(begin + taken_after_[i]);
    session_.draw(view_of({i, line_.sub.samples}));
    session_.run();
  }
  const std::uint64_t end = begin + taken_after_.back();
  const bool exports = exporter_->wanted() && writer_->wants(frame);
  if (exports && session_.world().steps() + 1 < end) step_to(end - 1);
  if (exports && session_.world().steps() + 1 == end) exporter_->before();
  step_to(end);
  if (exports) exporter_->declare();
  if (hud_) hud_->measure(session_.graph());
  if (captured) session_.capture();
  // Existence of a node is known after a frame's declaration: the second frame has all nodes of later ones.
  const std::uint64_t judged = std::min<std::uint64_t>(1, range_.end - 1);
  if (draws)
    draw(frame);
  else if (is_graph_path(line_.view) && frame == judged)
    session_.draw(session_.view(line_.size));
  if (checkpoints_->due(frame + 1)) checkpoints_->declare();
  session_.run();
}

void Film::draw(std::uint64_t frame) {
  const View view = view_of({line_.sub.samples - 1, line_.sub.samples});
  graph::Image picture = session_.draw(view);
  if (hud_) draw_hud(picture, view);
  const bool wanted = writer_->wants(frame);
  const auto layers = keep_layers();
  session_.graph().readback("picture", picture, [this, frame, wanted, layers](std::span<const std::byte> pixels) {
    if (wanted) arrived_.push_back({frame, {pixels.begin(), pixels.end()}, std::move(*layers)});
  });
  if (line_.audit || !line_.stats.empty()) stats_->declare();
}

void Film::draw_hud(graph::Image picture, const View& view) {
  hud::HudControls controls;
  static_cast<CameraPlace&>(controls.camera) = {view.eye, view.target, view.fov};
  controls.show = view.show;
  controls.how = view.how;
  controls.share = view.scale;
  hud_->draw(session_.graph(), picture, line_.size, {}, controls);
}

// Layers of the picture, filled when they arrive; empty without --layers.
std::shared_ptr<files::FrameWriter::Layers> Film::keep_layers() {
  auto layers = std::make_shared<files::FrameWriter::Layers>();
  if (!line_.layers) return layers;
  const auto keep = [&](graph::Image image, std::vector<std::byte> files::FrameWriter::Layers::*to) {
    session_.graph().readback("layer", image, [layers, to](std::span<const std::byte> texels) {
      (layers.get()->*to).assign(texels.begin(), texels.end());
    });
  };
  keep(session_.renderer().layers().surface, &files::FrameWriter::Layers::surface);
  keep(session_.renderer().layers().whose, &files::FrameWriter::Layers::whose);
  return layers;
}

// The legend of a field arrives frames later: pictures ahead of the first wanted one request it.
bool Film::is_field_soon(std::uint64_t frame) const {
  constexpr std::uint64_t ahead = 4;
  if (is_named_view(line_.view)) return false;
  for (std::uint64_t next = 1; next <= ahead; ++next)
    if (frame + next < range_.end && writer_->wants(frame + next)) return true;
  return false;
}

// Temporal methods need the previous picture, so it is drawn even if not written.
bool Film::is_drawn(std::uint64_t frame) const {
  return line_.temporal || writer_->wants(frame) || (moves_ && writer_->wants(frame + 1)) ||
         (hud_ && is_field_soon(frame));
}

void Film::step_to(std::uint64_t step) { session_.step(static_cast<std::uint32_t>(step - session_.world().steps())); }

View Film::view_of(const View::Sample& sample) {
  View view = session_.film_view(line_.size);
  view.how.measure = hud_.has_value();
  view.figures = !line_.stats.empty();
  view.sample = sample;
  view.follows = line_.temporal || moves_;
  view.layers = line_.layers;
  view.scale = pace_.share();
  if (writer_->hdr()) view.show = "radiance";
  return view;
}

void Film::write() {
  for (; !arrived_.empty(); arrived_.pop_front())
    writer_->write(arrived_.front().frame, std::move(arrived_.front().pixels), std::move(arrived_.front().layers));
}

// Waits for the last pictures and files.
Exit Film::finish() {
  session_.run();
  session_.finish();
  checkpoints_->finish();
  if (line_.audit) stats_->audit();
  write();
  writer_->finish();
  if (exporter_->wanted()) exporter_->finish();
  return session_.result();
}

}  // namespace undine::cli

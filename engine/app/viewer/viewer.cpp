#include "engine/app/viewer/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/app/session/measure.h"
#include "engine/app/session/renderdoc.h"
#include "engine/app/session/signals.h"
#include "engine/app/viewer/loading.h"
#include "engine/app/viewer/touch.h"
#include "engine/app/window/keys.h"
#include "engine/core/device_lost.h"
#include "engine/core/log.h"
#include "engine/files/output.h"
#include "engine/scene/named_view.h"

namespace undine::viewer {

constexpr double range_seconds = 0.7;  // time constant of a range's convergence to about a third of its distance

Viewer::Viewer(session::Session& session, window::Window& window, const window::OrbitCamera& camera,
               hud::HudPanels panels, bool vsync, double fps)
    : session_(session),
      window_(window),
      camera_(camera),
      clock_(session.scene().clock.step),
      reloader_(session),
      hud_(session, window.scale(), panels),
      show_(session.line().view),
      how_(session.line().how),
      pace_(fps, true),
      budget_(fps),
      vsync_(vsync),
      filming_(session),
      checkpoints_(session) {
  hud_.move_panels(preferences_.panels);
  remember_scene();
}

void Viewer::keys(const window::Input& input) {
  for (const std::filesystem::path& file : input.dropped) reloader_.open(file);
  if (hud_.wants_keys()) return;
  for (const auto [key, control] : input.pressed) {
    if (control) {
      if (key == window::key::q) window_.close();
      if (key == window::key::o) hud_.key(key);
      continue;
    }
    if (key == window::key::enter && hud_.panels.quit) window_.close();
    hud_.key(key);
    if (key == window::key::space) paused_ = !paused_;
    if (key == window::key::period) {
      paused_ = true;
      ++steps_;
    }
    if (key == window::key::r) restart_ = true;
    if (key == window::key::f5) reload_ = true;
    if (key == window::key::f7) save_ = true;
    if (key == window::key::f8) export_ = true;
    if (key == window::key::f9) capture();
    if (key == window::key::f10) screenshot_ = true;
    if (key == window::key::f11) window_.fullscreen(!window_.fullscreen());
    if (key == window::key::p) filming_.play();
    if (key == window::key::c) hud_.note(filming_.record());
    if (key == window::key::v) vsync_ = !vsync_;
    if (const int view = key - window::key::digit_1;
        view >= 0 && view < std::min(view_keys, static_cast<int>(std::ssize(view_names()))))
      show_ = view_names()[static_cast<std::size_t>(view)];
    if (key == window::key::digit_9) show_field();
  }
}

// Shows the last displayed field, or the next one.
void Viewer::show_field() {
  const std::vector<Field> fields = session_.world().fields();
  const bool known = std::ranges::find(fields, field_, &Field::name) != fields.end();
  std::string next = known && show_ != field_ ? field_ : next_field(fields, field_);
  if (next.empty())
    log::warning("9: this scene has no field that can be shown");
  else
    show_ = field_ = std::move(next);
}

void Viewer::save(graph::Image picture, glm::uvec2 size) {
  try {
    const std::string file = fmt::format("undine_{:03}.zip", ++saves_);
    checkpoints_.declare(file, picture, size, [file, notes = hud_.notes] { notes->add(file + " written"); });
  } catch (const Error& e) {
    problem(e);
  }
}

void Viewer::problem(const Error& e) {
  log::error("{}", e.what());
  hud_.note(e.what(), true);
}

void Viewer::export_all() {
  try {
    exported_to_ = fmt::format("undine_{:03}", ++exports_);
    exported_ = session::export_fields(session_, exported_to_);
  } catch (const Error& e) {
    problem(e);
  }
}

void Viewer::told() {
  if (exported_ && exported_->done()) {
    const std::string problem = exported_->problem();
    hud_.note(problem.empty()
                  ? fmt::format("{} written to {}", session::counted(exported_->files(), "file"), exported_to_)
                  : problem,
              !problem.empty());
    exported_.reset();
  }
  if (auto panels = hud_.moved_panels()) {
    preferences_ = session::read_preferences(session::preferences_file());
    preferences_.panels = std::move(*panels);
    session::write_preferences(preferences_, session::preferences_file());
  }
}

void Viewer::remember_scene() {
  preferences_ = session::read_preferences(session::preferences_file());
  const auto before = preferences_.recent;
  preferences_.opened(session_.scene().file);
  if (preferences_.recent != before) session::write_preferences(preferences_, session::preferences_file());
}

void Viewer::capture() {
  if (renderdoc::loaded())
    session_.capture();
  else
    log::warning("F9: RenderDoc is not loaded; {}", renderdoc::absent());
}

bool Viewer::touch_water(const window::Ray& ray, bool began) {
  if (began) touched_.reset();
  if (!began && !touched_) return false;
  const std::optional<Touch> hit = touch(ray, session_.surfaces(), session_.particles(), touched_);
  if (!hit || hit->water >= session_.world().water().size()) return false;
  touched_ = hit->water;
  const bool particles = hit->point != hit->drag;
  // Inside a box of particles a drag stays at its initial depth.
  const glm::dvec3 drag = began || !particles ? hit->drag : at_depth_of(ray, last_touch_);
  Disturbance push;
  push.point = hit->point;
  push.motion = began ? glm::dvec3(0) : drag - last_touch_;
  push.radius = 0.025 * hit->extent;
  push.seconds = steps_ * session_.scene().clock.step;
  push.pour = input_.shift;
  push.along = ray.direction;
  last_touch_ = drag;
  session_.disturb(hit->water, push);
  return true;
}

void Viewer::pointer(const window::Input& input, glm::dvec2 size, double elapsed) {
  constexpr double turn = 3.0;  // radians per window height
  const CameraPlace before = camera_.place();
  const auto moved = [&] {
    const CameraPlace now = camera_.place();
    if (now.eye != before.eye || now.target != before.target) filming_.stop();
  };
  if (!hud_.wants_keys()) camera_.fly(input.fly * std::min(elapsed, 0.1));
  if (!input.left) touched_.reset();
  Bodies* bodies = session_.world().bodies();
  if (bodies && !input.left) session_.pull({});
  if (hud_.wants_pointer()) {
    orbiting_ = false;
    return moved();
  }
  if (bodies && input.left && (input.left_began || !orbiting_)) {
    const window::Ray ray = camera_.ray(input.pointer, size);
    session_.pull(Pull{ray.origin, ray.direction, input.left_began});
  }
  if (input.left_began)
    orbiting_ = !touch_water(camera_.ray(input.pointer, size), true);
  else if (input.left && !orbiting_ && !(bodies && bodies->holding()))
    touch_water(camera_.ray(input.pointer, size), false);
  if (input.right || (input.left && orbiting_))
    camera_.orbit(glm::dvec2(input.motion.x, -input.motion.y) / size.y * turn);
  if (input.wheel != 0) camera_.zoom(input.wheel);
  moved();
}

bool Viewer::prepare(glm::uvec2 size, gpu::Swapchain& swapchain) {
  Loading(session_, window_, hud_, swapchain).prepare();
  prepared_ = true;
  const graph::Extent now = swapchain.acquire();
  if (now.x == size.x && now.y == size.y) return true;
  session_.begin_anew();
  if (from_) session_.resume(*from_);
  hud_.scene_changed();
  return false;
}

bool Viewer::picture(glm::uvec2 size, graph::Format format, gpu::Swapchain& swapchain) {
  graph::Graph& g = session_.graph();
  hud_.begin(elapsed_);
  if (restart_) {
    session_.restart();
    clock_.reset();
    restart_ = false;
  }
  const std::uint32_t steps = std::exchange(steps_, 0);
  session_.step(steps);
  if (steps > 0) hud_.measure(g);
  View view = session_.view(size);
  CameraPlace place = camera_.place();
  if (const auto on_path = filming_.place()) camera_ = window::OrbitCamera(place = *on_path);
  filming_.note(place);
  view.eye = place.eye;
  view.target = place.target;
  view.fov = place.fov;
  view.show = show_;
  // A view from the command line must exist in the first frame with steps; a later pause or typed path may lack it.
  view.strict = !std::exchange(judged_, judged_ || steps > 0) && steps > 0;
  view.keep = true;
  view.follows = true;
  view.scale = pace_.share();
  view.how = how_;
  view.how.ease = 1 - std::exp(-elapsed_ / range_seconds);
  view.how.measure = hud_.panels.visible;
  graph::Image picture = session_.draw(view);
  if (screenshot_) {
    screenshot_ = false;
    std::string file = fmt::format("undine_{:03}.png", ++screenshots_);
    g.readback("screenshot", picture, [file, size, notes = hud_.notes](std::span<const std::byte> pixels) {
      try {
        files::write_png(file, size, pixels);
        log::info("{} written", file);
        notes->add(file + " written");
      } catch (const Error& e) {
        log::error("{}", e.what());
        notes->add(e.what(), true);
      }
    });
  }
  if (std::exchange(save_, false)) save(picture, size);
  if (std::exchange(export_, false)) export_all();
  overlay(picture, size);
  graph::Image target = g.external("window", {.extent = {size.x, size.y}, .format = format}, 0);
  session_.renderer().blit(g, picture, target);
  g.present(target);
  if (std::exchange(reload_, false)) reloader_.all();
  if (!prepared_ && !prepare(size, swapchain)) return false;
  try {
    reloader_.run(&swapchain);
    under_way_.push_back({session_.executor().submitted(), steps});
    before_.reset();
  } catch (const DeviceLost&) {
    throw;
  } catch (const Error& e) {
    if (!before_) throw;
    reloader_.refused(e.what());
    session_.drop_frame();
    const Before before = *std::exchange(before_, {});
    change(parse_scene(before.text, before.file, {}, session_.line().assets));
    before_.reset();
    camera_ = before.camera;
    return this->picture(size, format, swapchain);
  }
  if (Scene* from = std::exchange(live_, nullptr)) retune(*from);
  if (std::optional<Scene> scene = reloader_.scene()) changed_ = std::move(scene);
  if (changed_) change(*std::exchange(changed_, {}));
  return true;
}

void Viewer::retune(Scene& from) {
  try {
    if (!session_.retune(from)) changed_ = parse_scene(save_scene(from), session_.scene().file);
  } catch (const Error& e) {
    reloader_.refused(e.what());
  }
}

void Viewer::change(Scene scene) {
  const std::filesystem::path file = session_.scene().file;
  before_ = Before{file, save_scene(session_.live_scene()), camera_};
  try {
    if (session_.change(std::move(scene))) {  // without a restart
      before_.reset();
      return hud_.scene_changed();
    }
    hud_.scene_changed();
    if (session_.scene().file != file) {
      camera_ = window::OrbitCamera(session_.scene().camera);
      remember_scene();
    }
  } catch (const Error& e) {
    reloader_.refused(e.what());
    before_.reset();
  }
  if (!is_named_view(show_) && !is_graph_path(show_) && !session_.world().field(show_)) show_ = "final";
  clock_ = window::StepClock(session_.scene().clock.step);
  touched_.reset();
}

void Viewer::overlay(graph::Image picture, glm::uvec2 size) {
  hud::HudControls controls;
  controls.paused = paused_;
  controls.speed = speed_;
  controls.show = show_;
  controls.how = how_;
  controls.camera = camera_.place();
  controls.reload = reloader_.status();
  controls.share = pace_.share();
  controls.behind = real_time_.behind();
  controls.recent = preferences_.recent;
  hud_.draw(session_.graph(), picture, size, input_, controls);
  paused_ = controls.paused;
  restart_ = restart_ || controls.restart;
  speed_ = controls.speed;
  steps_ += controls.steps;
  if (show_ != controls.show && session_.world().field(controls.show)) field_ = controls.show;
  show_ = controls.show;
  how_ = controls.how;
  if (controls.camera_moved) {
    camera_ = window::OrbitCamera(controls.camera);
    filming_.stop();
  }
  if (controls.open) reloader_.open(*controls.open);
  if (controls.quit) window_.close();
  told();
  live_ = controls.live;
  if (controls.changed) changed_ = std::move(controls.changed);
}

void Viewer::measure_steps() {
  const gpu::FrameTimes& times = session_.executor().times();
  while (!under_way_.empty() && under_way_.front().frame < times.frame) under_way_.pop_front();
  if (times.scopes.empty() || under_way_.empty() || under_way_.front().frame != times.frame) return;
  double picture = 0;
  for (const gpu::ScopeTime& scope : times.scopes) picture += scope.path == "frame/picture" ? scope.ms() : 0;
  budget_.measured(1e-3 * picture, 1e-3 * (times.scopes[0].ms() - picture), under_way_.front().steps);
  under_way_.pop_front();
}

void Viewer::title(double elapsed) {
  if (first_ && session_.executor().finished() >= *first_) {
    first_.reset();
    title_time_ = 1;  // update at once
  }
  title_time_ += elapsed;
  ++title_frames_;
  if (first_ || title_time_ < 0.5) return;
  const auto& scopes = session_.executor().times().scopes;
  double gpu_ms = scopes.empty() ? 0 : scopes[0].ms();
  const std::string behind =
      real_time_.behind() && !paused_ ? " · " + session::real_time_text(*real_time_.behind()) : "";
  window_.title(fmt::format("{} · {} fps · GPU {:.1f} ms{}{}{}", scene_title(session_.scene()),
                            session::rate_text(title_frames_ / title_time_), gpu_ms, behind,
                            show_ == "final" ? "" : " · " + show_, paused_ ? " · paused" : ""));
  const gpu::MemoryUse memory = session_.executor().memory();
  log::debug("memory: persistent {}, transient {}, staging {} bytes", memory.persistent, memory.transient,
             memory.staging);
  title_time_ = 0;
  title_frames_ = 0;
}

void Viewer::loop(std::optional<std::uint64_t>& left, const session::Checkpoint* from) {
  from_ = from;
  gpu::Swapchain swapchain(session_.device(), window_.handle(), vsync_);
  auto last = session::Trace::now();
  Loading(session_, window_, hud_, swapchain).say("first shaders");
  session_.start();
  if (from_) session_.resume(*from_);
  glm::dvec2 size{1, 1};
  while (!window_.closing() && !session::interrupted() && left != 0u) {
    window::Input& input = input_ = window_.poll();
    auto now = session::Trace::now();
    double elapsed = std::chrono::duration<double>(now - last).count();
    last = now;
    elapsed_ = elapsed;
    keys(input);
    if (pictures_ > 0) pace_.took(elapsed);
    if (!paused_) {
      measure_steps();
      const std::uint32_t taken = budget_.take(clock_.advance(elapsed * speed_));
      real_time_.passed(taken * session_.scene().clock.step, elapsed, elapsed * speed_);
      steps_ += taken;
    }
    pointer(input, size, elapsed);
    hud_.set_scale(window_.scale());
    swapchain.set_vsync(vsync_);
    graph::Extent extent = swapchain.acquire();
    if (extent.x == 0 || extent.y == 0) {
      steps_ = 0;
      window_.wait(0.1);
      continue;
    }
    size = {extent.x, extent.y};
    if (session_.line().capture_frame == pictures_) session_.capture();
    if (!picture({extent.x, extent.y}, swapchain.format(), swapchain)) continue;
    if (++pictures_ == 1) first_ = session_.executor().submitted();
    log::debug("picture {}, step {}", pictures_, session_.world().steps());
    title(elapsed);
    if (left) --*left;
  }
  session_.finish();
  checkpoints_.finish();
}

}  // namespace undine::viewer

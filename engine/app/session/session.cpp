#include "engine/app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>

#include "engine/app/session/checkpoint.h"
#include "engine/app/session/reload_plan.h"
#include "engine/app/session/renderdoc.h"
#include "engine/app/session/same_world.h"
#include "engine/app/session/shapes.h"
#include "engine/core/disk_cache.h"
#include "engine/core/errors.h"
#include "engine/core/log.h"
#include "engine/gpu/external_device.h"
#include "engine/graph/pixel_kernels.h"
#include "engine/scene/field_values.h"
#include "engine/scene/memory.h"
#include "engine/scene/named_view.h"
#include "engine/scene/parts.h"
#include "engine/settings/settings_live.h"

namespace undine::session {

// Logged once: a program may open many sessions.
static void tell_of_no_cache() {
  static std::atomic<bool> told = false;
  if (!told.exchange(true))
    log::info("no folder for caches: shaders are compiled in every run (set HOME or XDG_CACHE_HOME to a full path)");
}

Session::Session(Scene scene, const CommandLine& line, const SessionParts& parts, std::unique_ptr<gpu::Device> device)
    : line_(line), parts_(parts), scene_(std::move(scene)), trace_(line.trace), device_(std::move(device)) {
  shader::Options shader_options;
  shader_options.root = line.shaders.empty() ? shader::Library::default_root() : line.shaders;
  if (!std::filesystem::is_directory(shader_options.root))
    throw Error(Exit::bad_input, shader_options.root.string(), "the shader folder does not exist", "see --shaders");
  shader_options.messages = line.shader_messages;
  if (!line.no_cache) shader_options.cache = shader::Library::default_cache();
  if (!line.no_cache && shader_options.cache.empty()) tell_of_no_cache();
  use_disk_cache(shader_options.cache);
  shaders_ = std::make_unique<shader::Library>(shader_options);
  // Solvers check the device's limits before they allocate anything.
  if (device_)
    phase("device", [&] { use_device(); });
  else if (parts.device)
    open_device(false);
  else
    choose_shapes(state_, *shaders_, line, nullptr);
  phase("scene", [&] {
    Problems problems;
    problems.attempt([&] { world_ = std::make_unique<World>(state_, scene_, parts.accounting); });
    if (line.nan_guard) guard_ = std::make_unique<NanGuard>(state_);
    if (parts.picture) problems.attempt([&] { make_renderer(); });
    problems.raise();
  });
}

void Session::open_device(bool window) {
  phase("device", [&] {
    gpu::DeviceOptions options;
    options.gpu = line_.gpu;
    options.validation = line_.validation;
    options.shader_messages = line_.shader_messages;
    options.window = window;
    options.queues = line_.queues;
    device_ = std::make_unique<gpu::Device>(options);
    use_device();
  });
}

void Session::use_device() {
  choose_shapes(state_, *shaders_, line_, &device_->info());
  know_device(device_->limits().buffer_range, device_->limits().heap_bytes, device_->limits().groups);
  gpu::ExecutorOptions run;
  run.alias = !line_.no_alias;
  run.breadcrumbs = line_.breadcrumbs;
  // Under RenderDoc the driver's blob is RenderDoc's own and differs in every run: it would replace the real one.
  const std::filesystem::path cache = shader::Library::default_cache();
  if (!line_.no_cache && !renderdoc::loaded() && !cache.empty())
    run.pipeline_cache = (cache / "pipelines.bin").string();
  executor_ = std::make_unique<gpu::Executor>(*device_, state_, *shaders_, run);
  log::info("device {} ({})", device_->info().name, device_->info().driver);
  frame_begin_ = Trace::now();
}

Session::~Session() {
  if (std::uncaught_exceptions() == 0) return;
  try {
    trace_.write();  // write the timeline of a failed run
  } catch (const std::exception& e) {
    log::error("{}", e.what());
  }
}

void Session::phase(const std::string& name, const std::function<void()>& work) {
  auto begin = Trace::now();
  work();
  auto end = Trace::now();
  phases_.emplace_back(name, std::chrono::duration<double, std::milli>(end - begin).count());
  trace_.cpu(name, begin, end);
}

void Session::start() {
  world_->start(graph_);
  scan();
  if (renderer_) renderer_->start(graph_);
}

void Session::resume(const Checkpoint& from) {
  run();  // initializes the renderer; the solvers' state is restored below
  phase("resume", [&] {
    for (const Journal::Entry& entry : from.journal.entries()) {
      declare_up_to(entry.step);
      if (const auto* t = std::get_if<Touched>(&entry.what)) {
        if (t->water < world_->water().size()) world_->disturb(t->water, t->push);
      } else if (const auto* g = std::get_if<Gripped>(&entry.what)) {
        if (world_->bodies()) world_->bodies()->pull(g->pull);
      } else if (const auto* c = std::get_if<Changed>(&entry.what)) {
        change(parse_scene(c->scene, scene_.file));
        run();
      }
    }
    declare_up_to(from.step);
    if (world_->steps() != from.step)
      throw Error(Exit::bad_input, from.file.string(),
                  fmt::format("its journal ends at step {}, not {}", world_->steps(), from.step));
    journal_ = from.journal;
    put_back(from, *this);
  });
  log::info("{}: goes on from step {}", from.file.string(), from.step);
}

void Session::declare_up_to(std::uint64_t step) {
  while (world_->steps() < step) {
    world_->step(graph_);
    graph_.reset();
  }
}

void Session::disturb(std::size_t water, const Disturbance& push) {
  journal_.touch(world_->steps(), {water, push});
  world_->disturb(water, push);
}

void Session::pull(const std::optional<Pull>& pull) {
  journal_.grip(world_->steps(), {pull});
  world_->bodies()->pull(pull);
}

void Session::restart() {
  journal_.clear();
  if (world_->bodies_continue()) {
    executor_->finish();
    world_->renew_bodies(state_, scene_);
  }
  world_->start(graph_);
  scan();
}

bool Session::retune(Scene& from) {
  const std::string was = save_scene(scene_);
  settings::LiveValues before, after;
  before.take(scene_);
  after.take(from);
  const glm::dvec3 sun = scene_.sun.direction;
  const std::vector<bool> all(scene_.water.size(), true);
  const auto go_back = [&] {
    before.put(scene_);
    world_->retune(scene_, all);
  };
  if (after.put(scene_)) {
    try {
      if (world_->retune(scene_, all) != all) {
        go_back();
        return false;
      }
    } catch (const Error&) {
      go_back();
      throw;
    }
  }
  const double length = glm::length(scene_.sun.direction);  // 1 for scenes read from files
  if (!(length > 1e-6)) scene_.sun.direction = sun;
  if (length > 1e-6 && std::abs(length - 1) > 1e-12) scene_.sun.direction /= length;
  for (std::size_t i = 0; i < std::min(scene_.water.size(), from.water.size()); ++i)
    if (scene_.water[i].look && from.water[i].look) scene_.water[i].look->block->assign(*from.water[i].look->block);
  scene_.camera.path = from.camera.path;
  if (renderer_ && !renderer_->retune(graph_)) {
    renderer_.reset();
    drawing_ = graph::State::Owner(state_);
    make_renderer();
    renderer_->start(graph_);
  }
  if (const std::string now = save_scene(scene_); world_difference(was, now))
    journal_.change(world_->steps(), was, now);
  return true;
}

bool Session::change(Scene scene) {
  ReloadPlan plan = plan_reload(scene_, scene);
  if (plan.all() && retune(scene)) {
    for (std::size_t i = 0; i < scene.water.size(); ++i) scene_.water[i].look = std::move(scene.water[i].look);
    scene_.hash = scene.hash;
    log::info("scene reloaded, changes take effect at once");
    return true;
  }
  executor_->finish();  // pending read-backs refer to solvers that the change may destroy
  plan.waters = world_->retune(scene, plan.waters, plan.bodies);
  for (std::size_t i = 0; i < plan.waters.size() && !plan.bodies; ++i)
    plan.waters[i] = plan.waters[i] && world_->continues_with_bodies(scene, i);
  if (plan.continued && std::ranges::find(plan.waters, false) == plan.waters.end()) {
    try {
      replace_bodies(scene, *plan.continued);
    } catch (const Error&) {
      world_->retune(scene_, plan.waters);
      throw;
    }
    log::info("scene reloaded, {} of {} waters go on", scene_.water.size(), scene_.water.size());
    return false;
  }
  plan.bodies = plan.bodies && std::ranges::find(plan.waters, false) == plan.waters.end();
  for (const std::string& reason : plan.restarts) log::info("{}", reason);
  if (!plan.bodies && world_->bodies()) {
    graph_.reset();
    world_->lift_bodies(graph_);
    run_and_wait();
  }
  if (world_->hands_over(scene, plan.waters)) {
    graph_.reset();
    world_->close_accounts(graph_, scene, plan.waters);
    run_and_wait();
  }
  const std::string before = save_scene(scene_);
  std::swap(scene_, scene);
  try {
    rebuild(plan.waters, plan.bodies);
    if (std::ranges::find(plan.waters, true) == plan.waters.end())
      journal_.clear();
    else if (const std::string now = save_scene(scene_); std::ranges::find(plan.waters, false) != plan.waters.end() ||
                                                         !plan.bodies || world_difference(before, now))
      journal_.change(world_->steps(), before, now);
    if (scene_.file != scene.file) line_.set.clear();  // overrides apply to the previous file only
  } catch (const Error&) {
    std::swap(scene_, scene);
    graph_.reset();
    journal_.clear();
    rebuild({}, false);
    throw;
  }
  log::info("scene reloaded, {} of {} waters go on", std::ranges::count(plan.waters, true), scene_.water.size());
  return false;
}

void Session::run_and_wait() {
  if (!graph_.nodes().empty()) executor_->run(graph_);
  executor_->finish();
  graph_.reset();
}

void Session::exchange_bodies(Scene scene, std::optional<std::vector<std::optional<std::size_t>>> continued) {
  ReloadPlan plan = plan_reload(scene_, scene);
  if (!continued) continued = std::move(plan.continued);
  if (!continued)
    throw Error(Exit::bad_input, scene.file.string(), "differs by more than added or removed bodies",
                "the running scene with other entries of \"bodies\"");
  for (std::size_t i = 0; i < scene.water.size(); ++i)
    if (i >= plan.waters.size() || !plan.waters[i] || !world_->continues_with_bodies(scene, i))
      throw Error(Exit::bad_input, scene.file.string() + ": /bodies",
                  fmt::format("the change would restart the water \"{}\"", scene.water[i].name),
                  "bodies of such a water in the scene from the start");
  executor_->finish();
  replace_bodies(scene, *continued);
}

void Session::replace_bodies(Scene& scene, const std::vector<std::optional<std::size_t>>& continued) {
  graph_.reset();
  const std::shared_ptr<BodySnapshot> from = world_->snapshot_bodies(graph_);
  run_and_wait();
  from->continued = continued;
  const std::string before = save_scene(scene_);
  graph::State::Owner drawing(state_);
  std::unique_ptr<Renderer> renderer;
  std::swap(scene_, scene);
  try {
    if (parts_.picture) {
      auto owning = drawing.own();
      renderer = undine::parts().renderer(state_, scene_);
    }
    world_->exchange_bodies(state_, graph_, scene_, from, [this] { run_and_wait(); });
  } catch (const Error&) {
    std::swap(scene_, scene);
    graph_.reset();
    throw;
  }
  if (guard_) guard_ = std::make_unique<NanGuard>(state_);
  if (renderer) {
    renderer_ = std::move(renderer);
    drawing_ = std::move(drawing);
    renderer_->start(graph_);
  }
  journal_.change(world_->steps(), before, save_scene(scene_));
}

void Session::drop_frame() { graph_.reset(); }

void Session::begin_anew() {
  executor_->finish();
  graph_.reset();
  journal_.clear();
  rebuild({}, false);
}

void Session::rebuild(const std::vector<bool>& keep, bool keep_bodies) {
  const bool picture = parts_.picture;
  if (guard_) guard_ = std::make_unique<NanGuard>(state_);
  if (picture) {
    renderer_.reset();
    drawing_ = graph::State::Owner(state_);
  }
  world_->change(state_, graph_, scene_, keep, keep_bodies);
  if (picture) {
    make_renderer();
    renderer_->start(graph_);
  }
}

void Session::make_renderer() {
  auto owning = drawing_.own();
  renderer_ = undine::parts().renderer(state_, scene_);
}

void Session::step(std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    world_->step(graph_);
    scan();
  }
}

void Session::scan() {
  if (guard_) guard_->scan().scan(graph_, world_->fields(), world_->steps());
}

void Session::halt_on_nan() {
  if (!guard_ || !guard_->alarmed()) return;
  guard_->fetch(graph_);
  executor_->run(graph_);
  executor_->finish();
  graph_.reset();
  guard_->halt(scene_);
}

graph::Image Session::draw(const View& view) {
  surfaces_ = world_->surfaces(graph_);
  particles_ = world_->particles(graph_);
  const BodySet bodies = world_->body_set();
  View shown = view;
  if (!is_graph_path(view.show) && !is_named_view(view.show) && !shown.field) shown.field = world_->field(view.show);
  if (shown.field && shown.field->field.of_particles) {
    shown.spheres = {*shown.field};
    shown.spheres_how = shown.how;
  }
  const auto hidden = [&](std::size_t water) {
    return !scene_.water[water].drawn && !(shown.field && shown.field->water == water);
  };
  for (SurfaceField& s : surfaces_)
    if (hidden(s.water)) s = {.water = s.water};
  std::erase_if(particles_, [&](const ParticleSet& s) { return hidden(s.water); });
  shown.field_of = [this](std::size_t water, std::string_view name) {
    return world_->field(fmt::format("{}.{}", scene_.water[water].name, name));
  };
  auto owning = drawing_.own();
  return renderer_->draw(graph_, shown, surfaces_, bodies, particles_);
}

View Session::view(glm::uvec2 size) const {
  View out;
  out.eye = scene_.camera.eye;
  out.target = scene_.camera.target;
  out.fov = scene_.camera.fov;
  out.size = size;
  out.time = world_->time();
  out.show = line_.view;
  out.how = line_.how;
  return out;
}

void Session::run(gpu::Swapchain* target) {
  if (graph_.nodes().empty() && !target) return;
  run_or_name([&] { executor_->run(graph_, target); });
}

View Session::film_view(glm::uvec2 size) {
  if (executor_ && world_->bodies() && looks_at_bodies(scene_.camera.path)) {
    ask_bodies();
    run();
    executor_->finish();
  }
  View out = view(size);
  const CameraPlace place = camera_with(*bodies_at_, out.time);
  out.eye = place.eye;
  out.target = place.target;
  out.fov = place.fov;
  return out;
}

CameraPlace Session::on_path(double time) {
  if (world_->bodies() && looks_at_bodies(scene_.camera.path)) ask_bodies();
  return camera_with(*bodies_at_, time);
}

void Session::ask_bodies() {
  for (const Field& field : world_->bodies()->fields()) {
    if (field.name != "bodies.state") continue;
    const FieldView view = field.publish(graph_);
    graph_.readback("camera", view.buffer, [at = bodies_at_, field, view](std::span<const std::byte> stored) {
      *at = field_values(field, view, stored);
    });
  }
}

CameraPlace Session::camera_with(std::span<const float> bodies, double time) const {
  if (scene_.camera.path.empty()) return scene_.camera;
  return camera_at(scene_.camera.path, time, [&](const std::string& name) {
    constexpr std::size_t row = 13;
    std::size_t first = 0;  // index of the entry's first body
    for (const BodySettings& body : scene_.bodies) {
      const std::size_t at = first * row;
      if (body.name == name)
        return bodies.size() < at + row ? body.position : glm::dvec3(bodies[at], bodies[at + 1], bodies[at + 2]);
      first += body.count;
    }
    return glm::dvec3(0);
  });
}

void Session::show(graph::Image picture, const gpu::ExternalImage& target) {
  const graph::Format format =
      target.format == VK_FORMAT_R8G8B8A8_UNORM ? graph::Format::rgba8_unorm : graph::Format::bgra8_unorm;
  graph::Image image =
      graph_.external("picture", {.extent = {target.size.width, target.size.height}, .format = format}, 0);
  renderer_->blit(graph_, picture, image);
  graph_.present(image);
  run_or_name([&] { executor_->run(graph_, target); });
}

void Session::run_or_name(const std::function<void()>& submit) {
  try {
    run_frame(submit);
  } catch (const Error& e) {
    if (e.code() != Exit::bad_input) throw;
    // The device lacks room for a resource. Resources do not know their owner, so the error names the scene.
    throw Error(e.code(), scene_.file.string() + (e.where().empty() ? "" : ": " + e.where()), e.problem(), e.remedy());
  }
}

void Session::run_frame(const std::function<void()>& submit) {
  if (guard_) guard_->scan().ask(graph_);
  choose_stages();
  executor_->note_step(world_->steps());
  auto declared = Trace::now();
  if (std::exchange(capture_, false)) {
    std::string file = renderdoc::capture(submit);
    log::info("RenderDoc capture {} written", file);
  } else {
    submit();
  }
  auto submitted = Trace::now();
  executor_->poll();
  trace_.cpu("declare", frame_begin_, declared);
  trace_.cpu("plan, record, submit", declared, submitted);
  trace_.gpu(executor_->times());
  graph_.reset();
  frame_begin_ = Trace::now();
  halt_on_nan();
}

void Session::choose_stages() {
  if (state_.shapes().pixel_kernels()) graph::use_pixel_kernels(graph_);
}

void Session::prepare(const std::function<void(std::string_view, std::size_t, std::size_t)>& each) {
  choose_stages();
  std::vector<std::string> names;
  for (const graph::Node& node : graph_.nodes())
    for (const std::string_view name : {node.shader, node.fragment})
      if (!name.empty() && !shaders_->loaded().contains(name) && std::ranges::find(names, name) == names.end())
        names.emplace_back(name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    each("compiling shaders", i + 1, names.size());
    shaders_->module(names[i]);
  }
  executor_->prepare(graph_, [&](std::size_t done, std::size_t total) { each("compiling pipelines", done, total); });
}

graph::Plan Session::plan() {
  choose_stages();
  graph::CompileOptions options;
  options.alias = !line_.no_alias;
  options.queues = line_.queues;
  return graph::compile(graph_, *shaders_, options);
}

void Session::next_frame(const graph::Plan& plan) {
  graph::commit(plan, graph_);
  graph_.reset();
}

void Session::finish() {
  executor_->finish();
  halt_on_nan();
  trace_.gpu(executor_->times());
  trace_.write();
}

Exit Session::result() const {
  std::uint64_t messages = device_ ? device_->validation_messages() : 0;
  if (messages == 0) return Exit::done;
  log::error("{} validation messages", messages);
  return Exit::validation;
}

}  // namespace undine::session

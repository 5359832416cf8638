#include "engine/app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "engine/app/session/renderdoc.h"
#include "engine/app/session/shapes.h"
#include "engine/core/errors.h"
#include "engine/core/log.h"
#include "engine/scene/memory.h"
#include "engine/scene/named_view.h"
#include "engine/scene/parts.h"
#include "engine/settings/settings_writer.h"

namespace undine::session {

Session::Session(Scene scene, const CommandLine& line, const SessionParts& parts)
    : line_(line), parts_(parts), scene_(std::move(scene)), trace_(line.trace) {
  shader::Options shader_options;
  shader_options.root = line.shaders.empty() ? shader::Library::default_root() : line.shaders;
  if (!std::filesystem::is_directory(shader_options.root))
    throw Error(Exit::bad_input, shader_options.root.string(), "no such folder of shaders", "see --shaders");
  shader_options.messages = line.shader_messages;
  if (!line.no_cache) shader_options.cache = shader::Library::default_cache();
  shaders_ = std::make_unique<shader::Library>(shader_options);
  if (!parts.device) choose_shapes(state_, *shaders_, line, nullptr);
  // First: solvers refuse what the device has no room for before they make anything.
  if (parts.device) open_device(false);
  phase("scene", [&] {
    Problems problems;
    problems.attempt([&] { world_ = std::make_unique<World>(state_, scene_); });
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
    choose_shapes(state_, *shaders_, line_, &device_->info());
    know_device(device_->limits().buffer_range, device_->limits().heap_bytes, device_->limits().groups);
    gpu::ExecutorOptions run;
    run.alias = !line_.no_alias;
    run.breadcrumbs = line_.breadcrumbs;
    // Under RenderDoc the driver's blob is RenderDoc's own and new in every run: it would take the place of the real
    // one.
    if (!line_.no_cache && !renderdoc::loaded())
      run.pipeline_cache = (shader::Library::default_cache() / "pipelines.bin").string();
    executor_ = std::make_unique<gpu::Executor>(*device_, state_, *shaders_, run);
  });
  log::info("device {} ({})", device_->info().name, device_->info().driver);
  frame_begin_ = Trace::now();
}

Session::~Session() {
  if (std::uncaught_exceptions() == 0) return;
  try {
    trace_.write();  // a run that fails leaves the timeline of what it did
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

void Session::restart() {
  world_->start(graph_);
  scan();
}

// Waters that go on when `next` takes the place of `now`.
static std::vector<bool> unchanged_waters(Scene& now, Scene& next) {
  if (now.file != next.file) return std::vector<bool>(std::min(now.water.size(), next.water.size()), false);
  auto text = [](Scene& scene, auto& part) { return settings::Writer(scene.file.parent_path()).write(part).dump(); };
  auto world = [&](Scene& s) {
    std::string out = fmt::format("{} {} {}", s.gravity, s.clock.step, s.clock.seed);
    return s.terrain_settings ? out + text(s, *s.terrain_settings) : out;
  };
  std::vector<bool> keep(std::min(now.water.size(), next.water.size()), false);
  if (world(now) != world(next)) return keep;
  auto meshes = [&](Scene& s, bool all) {
    std::string out;
    for (MeshSettings& m : s.meshes)
      if (all || m.solid) out += text(s, m);
    return out;
  };
  const bool same_meshes = meshes(now, true) == meshes(next, true);
  if (meshes(now, false) != meshes(next, false)) return keep;  // every water meets them
  // Without its look, which is the picture's alone.
  auto solved = [&](Scene& s, WaterEntry& water) {
    auto look = std::exchange(water.look, std::nullopt);
    std::string out = text(s, water);
    water.look = std::move(look);
    return out;
  };
  for (std::size_t i = 0; i < keep.size(); ++i)
    keep[i] = solved(now, now.water[i]) == solved(next, next.water[i]) &&
              (same_meshes || !next.water[i].settings->meets_meshes());
  return keep;
}

// Bodies, fish and leaves go on with all waters, between the same solid things.
static bool unchanged_bodies(Scene& now, Scene& next, const std::vector<bool>& keep) {
  auto text = [](Scene& scene) {
    nlohmann::ordered_json all;
    const auto add = [&](auto& list) {
      for (auto& part : list) all.push_back(settings::Writer(scene.file.parent_path()).write(part));
    };
    add(scene.bodies);
    add(scene.meshes);
    add(scene.fish);
    add(scene.leaves);
    return all.dump();
  };
  return now.water.size() == next.water.size() && std::ranges::count(keep, true) == std::ssize(next.water) &&
         text(now) == text(next);
}

void Session::change(Scene scene) {
  executor_->finish();  // what still arrives from the device goes to solvers that may be gone
  const std::vector<bool> keep = unchanged_waters(scene_, scene);
  const bool keep_bodies = unchanged_bodies(scene_, scene, keep);
  if (!keep_bodies && world_->bodies()) {
    graph_.reset();
    world_->lift_bodies(graph_);
    executor_->run(graph_);
    executor_->finish();
    graph_.reset();
  }
  std::swap(scene_, scene);
  try {
    rebuild(keep, keep_bodies);
    if (scene_.file != scene.file) line_.set.clear();  // those were for the other file
  } catch (const Error&) {
    std::swap(scene_, scene);
    graph_.reset();
    rebuild({}, false);
    throw;
  }
  log::info("scene reloaded, {} of {} waters go on", std::ranges::count(keep, true), scene_.water.size());
}

void Session::drop_frame() { graph_.reset(); }

void Session::begin_anew() {
  executor_->finish();
  graph_.reset();
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
  try {
    run_frame(target);
  } catch (const Error& e) {
    if (e.code() != Exit::bad_input) throw;
    // What the device has no room for: resources do not know whose they are.
    throw Error(e.code(), scene_.file.string() + (e.where().empty() ? "" : ": " + e.where()), e.problem(), e.remedy());
  }
}

void Session::run_frame(gpu::Swapchain* target) {
  if (graph_.nodes().empty() && !target) return;
  if (guard_) guard_->scan().ask(graph_);
  executor_->note_step(world_->steps());
  auto declared = Trace::now();
  if (std::exchange(capture_, false)) {
    std::string file = renderdoc::capture([&] { executor_->run(graph_, target); });
    log::info("RenderDoc capture {} written", file);
  } else {
    executor_->run(graph_, target);
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

void Session::prepare(const std::function<void(std::string_view, std::size_t, std::size_t)>& each) {
  std::vector<std::string> names;
  for (const graph::Node& node : graph_.nodes())
    for (const std::string_view name : {node.shader, node.fragment})
      if (!name.empty() && !shaders_->loaded().contains(name) && std::ranges::find(names, name) == names.end())
        names.emplace_back(name);
  for (std::size_t i = 0; i < names.size(); ++i) {
    each("compiling shaders", i + 1, names.size());
    shaders_->module(names[i]);
  }
  executor_->prepare(graph_, [&](std::size_t done, std::size_t total) { each("making pipelines", done, total); });
}

graph::Plan Session::plan() {
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

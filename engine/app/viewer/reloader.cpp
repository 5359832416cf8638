#include "engine/app/viewer/reloader.h"

#include <algorithm>

#include "engine/app/session/frames.h"
#include "engine/app/session/measure.h"
#include "engine/core/log.h"
#include "engine/scene/scene_include.h"

namespace undine::viewer {
namespace {

class Refreshed : public graph::InterfaceSource {  // preview of the library after the reload
 public:
  Refreshed(shader::Library& library, const std::vector<std::pair<std::string, shader::Module>>& fresh)
      : library_(library) {
    for (const auto& [name, module] : fresh) fresh_[name] = &module.interface;
  }
  const graph::ShaderInterface& interface(std::string_view name) override {
    auto at = fresh_.find(name);
    return at != fresh_.end() ? *at->second : library_.interface(name);
  }

 private:
  shader::Library& library_;
  std::map<std::string, const graph::ShaderInterface*, std::less<>> fresh_;
};

Scene checked_scene(const std::filesystem::path& file, session::CommandLine line) {
  line.trace.clear();
  session::Session trial(load_scene(file, line.overrides(), line.assets), line, {.picture = true});
  session::plan_everything(trial);
  return load_scene(file, line.overrides(), line.assets);
}

}  // namespace

Reloader::Reloader(session::Session& session, std::chrono::milliseconds quiet) : session_(session), watch_(quiet) {
  watch_loaded();
}
Reloader::~Reloader() = default;

bool Reloader::busy() const { return due_ || building_.valid() || scene_; }

void Reloader::all() {
  for (const auto& [name, module] : session_.shaders().loaded()) stale_.insert(name);
  due_ = true;
  scene_stale_ = !next_file().empty();  // the list of scenes is not a file
}

void Reloader::open(const std::filesystem::path& file) {
  other_ = file;
  scene_stale_ = due_ = true;
  watch_loaded();  // before reading, so that later changes count
}

void Reloader::watch_loaded() {
  const auto& loaded = session_.shaders().loaded();
  const std::array scenes{session_.scene().file, next_file()};
  if (loaded.size() == loaded_ && scenes == watched_) return;
  loaded_ = loaded.size();
  watched_ = scenes;
  pieces_.clear();
  for (const std::filesystem::path& scene : scenes)
    for (std::filesystem::path& piece : scene_files(scene, session_.line().assets)) pieces_.insert(std::move(piece));
  std::set<std::filesystem::path> files = pieces_;
  for (const auto& [name, module] : loaded) files.insert(module->files.begin(), module->files.end());
  watch_.watch(files);
}

// File of the current or requested scene.
std::filesystem::path Reloader::next_file() const {
  return other_ ? *other_ : scene_ ? scene_->file : session_.scene().file;
}

void Reloader::look() {
  const auto& loaded = session_.shaders().loaded();
  for (const std::filesystem::path& file : watch_.changed()) {
    due_ = true;
    if (file == next_file() || (pieces_.contains(file) && file != session_.scene().file)) {
      scene_stale_ = true;
      watched_ = {};  // the scene may include other files
    }
    for (const auto& [name, module] : loaded)
      if (std::ranges::find(module->files, file) != module->files.end()) stale_.insert(name);
  }
}

void Reloader::start() {
  due_ = false;
  Built asked;
  asked.names = std::exchange(stale_, {});  // later changes request another build
  asked.other = other_;
  auto build = [&library = std::as_const(session_.shaders()), asked = std::move(asked),
                scene = std::exchange(scene_stale_, false), file = next_file(), line = session_.line(),
                elsewhere = next_file() != session_.scene().file]() mutable {
    if (elsewhere) line.set.clear();
    Built out = std::move(asked);
    try {
      for (const std::string& name : out.names) out.shaders.emplace_back(name, library.compile(name));
    } catch (const std::exception& e) {
      out.shader_problem = e.what();
    }
    try {
      if (scene) out.scene = checked_scene(file, line);
    } catch (const std::exception& e) {
      out.scene_problem = e.what();
    }
    return out;
  };
  building_ = std::async(std::launch::async, std::move(build));
}

void Reloader::fail(const std::string& problem, const char* what_stays) {
  std::string text = problem + "; " + what_stays;
  if (status_.state != window::ReloadStatus::State::failed || status_.text != text) log::error("{}", text);
  status_.state = window::ReloadStatus::State::failed;
  status_.text = std::move(text);
  watch_.report_neighbors(true);
}

void Reloader::swap(Built& built) {
  graph::CompileOptions options;
  options.alias = !session_.line().no_alias;
  Refreshed overlay(session_.shaders(), built.shaders);
  graph::compile(session_.graph(), overlay, options);
  const auto& loaded = session_.shaders().loaded();
  std::size_t changed = 0;
  for (auto& [name, module] : built.shaders) {
    if (auto at = loaded.find(name); at != loaded.end() && at->second->version != module.version) {
      last_good_.try_emplace(name, *at->second);
      ++changed;
    }
    session_.shaders().replace(name, std::move(module));
  }
  loaded_ = 0;  // includes may have changed
  if (changed > 0) session_.executor().reload_shaders();
  status_.state = changed > 0 ? window::ReloadStatus::State::fresh : window::ReloadStatus::State::unchanged;
  status_.text =
      fmt::format("{} reloaded, {} of them changed", session::counted(built.shaders.size(), "shader"), changed);
  log::info("{}", status_.text);
}

void Reloader::take() {
  Built built = building_.get();
  ++status_.changes;
  watch_.report_neighbors(false);
  if (other_ == built.other) other_.reset();
  if (!built.shader_problem.empty()) {
    stale_.merge(built.names);
    fail(built.shader_problem, "the last good shaders stay");
  } else if (!built.shaders.empty()) {
    try {
      swap(built);
    } catch (const Error& e) {
      stale_.merge(built.names);
      fail(e.what(), "the last good shaders stay");
    }
  }
  if (!built.scene_problem.empty()) {
    scene_stale_ = scene_stale_ || !built.other;
    fail(built.scene_problem, "the scene stays as it was");
  } else if (built.scene) {
    if (built.scene->file != session_.scene().file || built.scene->hash != session_.scene().hash)
      scene_ = std::move(built.scene);
    if (built.shader_problem.empty() && built.shaders.empty()) {
      status_.state = scene_ ? window::ReloadStatus::State::fresh : window::ReloadStatus::State::unchanged;
      status_.text = scene_ ? "scene reloaded" : "scene unchanged";
    }
  }
}

void Reloader::refused(const std::string& problem) {
  ++status_.changes;
  fail(problem, "the scene stays as it was");
}

std::optional<Scene> Reloader::scene() { return std::exchange(scene_, std::nullopt); }

std::set<std::string, std::less<>> Reloader::used() const {
  std::set<std::string, std::less<>> names;
  for (const graph::Node& node : session_.graph().nodes())
    for (std::string_view name : {node.shader, node.fragment})
      if (!name.empty()) names.emplace(name);
  return names;
}

bool Reloader::put_back(const Error& e) {
  if (last_good_.empty()) return false;
  for (auto& [name, module] : last_good_) {
    session_.shaders().replace(name, std::move(module));
    stale_.insert(name);
  }
  last_good_.clear();
  loaded_ = 0;
  session_.executor().reload_shaders();
  fail(e.what(), "the last good shaders stay");
  return true;
}

void Reloader::run(gpu::Swapchain* target) {
  look();
  using namespace std::chrono_literals;
  if (building_.valid() && building_.wait_for(0s) == std::future_status::ready) take();
  if (due_ && !building_.valid()) start();
  std::set<std::string, std::less<>> names;
  if (!last_good_.empty()) names = used();
  try {
    session_.run(target);
  } catch (const Error& e) {
    if (!put_back(e)) throw;
    session_.run(target);
  }
  for (const std::string& name : names) last_good_.erase(name);
  watch_loaded();
}

}  // namespace undine::viewer

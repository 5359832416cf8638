// Reloads shaders and the scene file of a running session when they change. Compiles in the background; on errors only
// the status changes.
#pragma once
#include <array>
#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/app/session/session.h"
#include "engine/app/window/reload_status.h"
#include "engine/files/file_watch.h"

namespace undine::viewer {

class Reloader {
 public:
  // The session must outlive this. A file counts as changed after `quiet` without further writes.
  explicit Reloader(session::Session& session, std::chrono::milliseconds quiet = files::FileWatch::settle);
  ~Reloader();
  Reloader(const Reloader&) = delete;
  Reloader& operator=(const Reloader&) = delete;

  // Calls Session::run() for the declared frame, with new shaders if some are ready. If the frame fails with them,
  // restores the last good ones and runs it again.
  void run(gpu::Swapchain* target = nullptr);
  // Returns a changed scene that loads and plans without errors; call between frames.
  std::optional<Scene> scene();
  void all();                                    // reloads everything
  void open(const std::filesystem::path& file);  // loads another scene file, for scene()
  bool busy() const;                             // a build is running or pending
  const window::ReloadStatus& status() const { return status_; }
  void refused(const std::string& problem);  // reports that a scene could not replace the old one

 private:
  struct Built {
    std::vector<std::pair<std::string, shader::Module>> shaders;
    std::set<std::string, std::less<>> names;    // requested shaders
    std::optional<std::filesystem::path> other;  // requested scene file
    std::optional<Scene> scene;
    std::string shader_problem, scene_problem;
  };
  std::filesystem::path next_file() const;
  void watch_loaded();
  void look();
  void start();
  void take();
  void swap(Built& built);
  bool put_back(const Error& e);
  void fail(const std::string& problem, const char* what_stays);
  std::set<std::string, std::less<>> used() const;  // shaders of the declared frame

  session::Session& session_;
  files::FileWatch watch_;
  std::size_t loaded_ = 0;
  std::array<std::filesystem::path, 2> watched_;  // scene files
  std::set<std::filesystem::path> pieces_;        // including the files they include
  std::set<std::string, std::less<>> stale_;      // shaders to compile, including failed ones
  std::optional<std::filesystem::path> other_;    // scene file to open
  bool scene_stale_ = false, due_ = false;
  // previous versions of new shaders, until a frame has run them
  std::map<std::string, shader::Module, std::less<>> last_good_;
  std::optional<Scene> scene_;
  window::ReloadStatus status_;
  std::future<Built> building_;  // last member: its destructor waits for the thread
};

}  // namespace undine::viewer

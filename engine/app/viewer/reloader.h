// Shaders and the scene file of a session that runs, taken anew when their files change. Compiles in the background;
// what does not compile or does not fit the passes changes nothing but the status.
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
  // The session must outlive this; files count as changed once nothing has touched them for `quiet`.
  explicit Reloader(session::Session& session, std::chrono::milliseconds quiet = files::FileWatch::settle);
  ~Reloader();
  Reloader(const Reloader&) = delete;
  Reloader& operator=(const Reloader&) = delete;

  // Session::run() for the frame that is declared, with new shaders where some are ready. Should the frame fail on
  // those, the last good ones take their place and it runs again.
  void run(gpu::Swapchain* target = nullptr);
  // A changed scene that is known to load, plan and fit, between frames.
  std::optional<Scene> scene();
  void all();                                    // as if every file had changed
  void open(const std::filesystem::path& file);  // another scene file, for scene() once it is known to load
  bool busy() const;                             // something is being built or waits for it
  const window::ReloadStatus& status() const { return status_; }
  void refused(const std::string& problem);  // a scene could not take the old one's place after all

 private:
  struct Built {
    std::vector<std::pair<std::string, shader::Module>> shaders;
    std::set<std::string, std::less<>> names;    // shaders that were asked for
    std::optional<std::filesystem::path> other;  // the file that was opened
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
  std::set<std::filesystem::path> pieces_;        // with those that they include
  std::set<std::string, std::less<>> stale_;      // shaders to compile, also those that failed last
  std::optional<std::filesystem::path> other_;    // scene file to open
  bool scene_stale_ = false, due_ = false;
  std::map<std::string, shader::Module, std::less<>> last_good_;  // of new shaders that no frame has run yet
  std::optional<Scene> scene_;
  window::ReloadStatus status_;
  std::future<Built> building_;  // last: its end waits for the thread
};

}  // namespace undine::viewer

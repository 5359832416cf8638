#include "engine/app/session/renderdoc.h"

#include <filesystem>

#include "engine/app/session/renderdoc_api.h"
#include "engine/core/error.h"
#include "engine/core/system.h"

namespace undine::renderdoc {

static Api* find_api() {
  auto get = reinterpret_cast<GetApi>(system::loaded_function("renderdoc", "RENDERDOC_GetAPI"));
  void* table = nullptr;
  if (!get || get(version_1_1_2, &table) != 1 || !table) return nullptr;
  auto* api = static_cast<Api*>(table);
  api->set_capture_keys(nullptr, 0);  // leave F12 and Print Screen to the application
  return api;
}

static Api* api() {
  static Api* const found = find_api();
  return found;
}

bool loaded() { return api() != nullptr; }

void keep_folder() {
  namespace fs = std::filesystem;
  const fs::path shell = system::folder_of_shell();
  if (shell.empty() || !loaded()) return;
  std::error_code problem;
  const fs::path program = system::program().parent_path();
  const fs::path now = fs::current_path(problem);
  if (!problem && now == program && fs::is_directory(shell, problem)) fs::current_path(shell, problem);
}

std::string absent() { return "start the program under it: renderdoccmd capture -w undine ..."; }

void require(const std::string& where) {
  if (!loaded()) throw Error(Exit::failure, where, "RenderDoc is not loaded", absent());
}

std::string capture(const std::function<void()>& frame) {
  require("RenderDoc");
  Api& rd = *api();
  struct Running {  // ends the capture even if the frame fails
    Api& rd;
    bool ended = false;
    ~Running() {
      if (!ended) rd.end_frame(nullptr, nullptr);
    }
    bool end() {
      ended = true;
      return rd.end_frame(nullptr, nullptr) == 1;
    }
  };
  const std::uint32_t before = rd.captures();
  rd.start_frame(nullptr, nullptr);
  Running running{rd};
  frame();
  if (!running.end() || rd.captures() <= before)
    throw Error(Exit::failure, "RenderDoc", "wrote no capture", "its log says why");
  std::uint32_t length = 0;
  const std::uint32_t newest = rd.captures() - 1;
  rd.capture(newest, nullptr, &length, nullptr);
  std::string path(length, '\0');
  if (length > 0) rd.capture(newest, path.data(), &length, nullptr);
  while (!path.empty() && path.back() == '\0') path.pop_back();
  return path;
}

}  // namespace undine::renderdoc

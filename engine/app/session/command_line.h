// Values of the command-line flags that verbs share.
#pragma once  // public
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/field_show.h"
#include "engine/settings/override.h"

namespace undine::session {

struct CommandLine {  // a verb adds its own (engine/app/cli/verb_NAME.cpp)
  std::vector<std::filesystem::path> scenes;

  std::string gpu;  // index or part of a name; empty: the best one
  bool validation = false;
  std::vector<std::string> set;  // "a.b.c=value"
  std::string quality;           // one of Parts::qualities; any other name: the scene's own values
  std::filesystem::path assets;  // library of files that scenes name; empty: not set
  std::optional<std::int64_t> seed;
  std::optional<bool> hud;  // empty: on in a window, off in files
  std::optional<std::int64_t> capture_frame;
  std::filesystem::path trace;  // Chrome trace; empty: not written
  bool nan_guard = false, shader_messages = false, breadcrumbs = false;
  bool no_alias = false, no_cache = false;
  std::uint32_t queues = 1;       // queues of the device, or of the printed plan
  std::filesystem::path shaders;  // empty: Library::default_root()
  std::string shapes;             // tilings of kernels: "software", "hardware" or a file; empty: chosen by device
  std::string pixels;             // full-screen passes: "raster" or "compute"; empty: by kind of tilings
  std::string log_level = "info";
  bool quiet = false;  // warnings and errors only, unless log_level is set; no progress bar

  glm::uvec2 size{960, 540};
  std::string view = "final";  // one of view_names(), or a field
  FieldShow how;

  const std::filesystem::path& scene() const { return scenes.front(); }
  std::vector<settings::Override> overrides() const;  // --quality, --set and --seed
};

}  // namespace undine::session

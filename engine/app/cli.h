// The command line. Every verb and flag is defined once, in make_cli(); help, completion and the man page come from it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/app/field_show.h"
#include "engine/app/scene.h"
#include "engine/core/error.h"

namespace CLI {
class App;
}

namespace undine {

// What was asked for: flags that verbs share, then those of single verbs.
struct CommandLine {
  std::string verb;
  std::vector<std::filesystem::path> scenes;

  std::string gpu;  // index or part of a name; empty: the best one
  bool validation = false;
  std::vector<std::string> set;  // "a.b.c=value"
  std::optional<std::int64_t> seed;
  std::optional<bool> hud;  // nothing: on in a window, off in files
  std::optional<std::int64_t> capture_frame;
  std::filesystem::path trace;  // Chrome trace; empty: none
  bool nan_guard = false, shader_messages = false, breadcrumbs = false;
  bool no_alias = false, no_cache = false;
  std::filesystem::path shaders;  // empty: Library::default_root()
  std::string log_level = "info";

  std::uint64_t frames = 0, first = 0, steps = 0, every = 0;
  glm::uvec2 size{960, 540};
  std::string view = "final";  // of view_names, or a field
  FieldShow how;
  std::filesystem::path out, stats, json;
  std::vector<std::string> dumps;  // "pool.height=h.npy"
  std::string format = "text", frame = "steady", filter, shell;
  bool as_json = false;  // devices, fields: in place of a table, to `json` or to standard output
  bool quick = false, watch = false, vsync = true, fullscreen = false;

  const std::filesystem::path& scene() const { return scenes.front(); }
  std::vector<Override> overrides() const;  // --set and --seed
};

struct Verb {
  std::string_view name, help;
  Exit (*run)(const CommandLine&);
};
std::span<const Verb> verbs();

// The whole command line as CLI11 sees it; parsing fills `line`, which must outlive the result.
std::unique_ptr<CLI::App> make_cli(CommandLine& line);

// Arguments after the program's name; a leading scene file means `run`. Throws Error(Exit::bad_input).
// Returns nothing when --help or --version was answered on standard output.
std::optional<CommandLine> parse_command_line(std::vector<std::string> arguments);

int main_cli(int argc, char** argv);  // the program: never throws, returns the exit code

}  // namespace undine

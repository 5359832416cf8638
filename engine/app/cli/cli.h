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

#include "engine/app/session/command_line.h"
#include "engine/core/error.h"
#include "engine/scene/field_show.h"
#include "engine/scene/scene.h"

namespace CLI {
class App;
}

namespace undine::cli {

struct Verb {
  std::string_view name, help;
  Exit (*run)(const session::CommandLine&);
};
std::span<const Verb> verbs();

// The whole command line as CLI11 sees it; parsing fills `line`, which must outlive the result.
std::unique_ptr<CLI::App> make_cli(session::CommandLine& line);

// Arguments after the program's name; a leading scene file means `run`. Throws Error(Exit::bad_input).
// Returns nothing when --help or --version was answered on standard output.
std::optional<session::CommandLine> parse_command_line(std::vector<std::string> arguments);

int main_cli(int argc, char** argv);  // the program: never throws, returns the exit code

}  // namespace undine::cli

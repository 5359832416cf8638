// The command line: verbs and their flags.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/app/cli/flags.h"
#include "engine/app/session/command_line.h"
#include "engine/core/error.h"
#include "engine/scene/field_show.h"
#include "engine/scene/scene.h"

namespace undine::cli {

struct Call {  // a verb with parsed flags
  std::string_view verb;
  std::shared_ptr<session::CommandLine> line;
  std::function<Exit()> run;
};
struct Verb {
  std::string_view name, help;
  Call (*define)(Flags&);  // declares the flags; parsing fills the targets of the call
};
std::span<const Verb> verbs();

// Arguments after the program's name; a leading scene file means `run`. Throws Error(Exit::bad_input). Empty if --help
// or --version was answered on standard output.
std::optional<Call> parse_command_line(std::vector<std::string> arguments, std::span<const Verb> all = verbs());

// Output of `undine` without arguments and display.
std::string usage_text();

// Index of the word in the verb's position, after flags and their values.
std::optional<std::size_t> verb_place(std::span<const std::vector<Flag>> flags, std::span<const std::string> words);

// The flags of every verb, in the order of `all`.
std::vector<std::vector<Flag>> flags_of(std::span<const Verb> all);

// Entry point: never throws, returns the exit code. commit: of the sources; empty: unknown.
int main_cli(int argc, char** argv, std::string_view commit = {});

}  // namespace undine::cli

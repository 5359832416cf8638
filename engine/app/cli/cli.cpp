#include "engine/app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "engine/app/cli/completion.h"
#include "engine/app/cli/progress.h"
#include "engine/app/cli/standard_output.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/renderdoc.h"
#include "engine/app/session/signals.h"
#include "engine/core/errors.h"
#include "engine/core/log.h"
#include "engine/core/system.h"
#include "engine/gpu/device.h"
#include "engine/settings/settings_json.h"

namespace undine::cli {
namespace {

constexpr std::array verb_table{
    Verb{"run", "open a window on a scene (also: undine SCENE)", verb_run},
    Verb{"render", "draw pictures or a film of a scene, without a display", verb_render},
    Verb{"simulate", "run a scene's solvers without a picture and write their fields", verb_simulate},
    Verb{"bench", "time scenes and solvers on the GPU beside native code", verb_bench},
    Verb{"tune", "measure which shapes of kernels are fastest on the GPU, and keep them", verb_tune},
    Verb{"graph", "print a scene's planned render graph; needs no GPU", verb_graph},
    Verb{"check", "check scenes, their graphs and shaders; needs no GPU", verb_check},
    Verb{"new", "write a small scene to begin with", verb_new},
    Verb{"import", "make a scene of a glTF level", verb_import},
    Verb{"compare", "say how far two pictures are apart, in numbers and as the eye sees it", verb_compare},
    Verb{"devices", "list the Vulkan devices", verb_devices},
    Verb{"fields", "list the fields of a scene that can be dumped; needs no GPU", verb_fields},
    Verb{"schema", "print the JSON schema of scene files", verb_schema},
    Verb{"completion", "print a completion script for a shell", verb_completion},
};

constexpr const char* exit_codes =
    "Exit codes: 0 success, 1 failure while running, 2 invalid arguments or scene, 3 no usable device or display, 4 "
    "validation messages; 129, 130, 143 after a hangup, Ctrl-C and termination, with complete files and a saved "
    "checkpoint.";

// Formats --help-all with a heading and flags per verb, from which help2man makes sections.
struct Headings : CLI::Formatter {
  std::string make_expanded(const CLI::App* verb) const override {
    std::string out = fmt::format("\nundine {} - {}:\n", verb->get_name(), verb->get_description());
    for (const CLI::Option* option : verb->get_options()) out += make_option(option, option->get_positional());
    return out;
  }
};

// The whole command line in CLI11's terms.
struct Program {
  CLI::App app{"Undine: real-time water.", "undine"};
  std::vector<Call> calls;
  std::vector<std::vector<Flag>> flags;

  explicit Program(std::span<const Verb> all) {
    app.set_version_flag("--version", version_text(), "print the version");
    app.footer(exit_codes);
    app.formatter(std::make_shared<Headings>());
    app.require_subcommand(1);
    for (const Verb& verb : all) {
      CLI::App* sub = app.add_subcommand(std::string(verb.name), std::string(verb.help));
      sub->footer(exit_codes);
      Flags own(*sub);
      calls.push_back(verb.define(own));
      calls.back().verb = verb.name;
      own.add("--log-level", calls.back().line->log_level, "least severity of logged messages [info]",
              {.words = {"trace", "debug", "info", "warn", "error", "off"}});
      own.add("--quiet", calls.back().line->quiet, "print no progress, and log only warnings and errors");
      flags.push_back(own.all());
    }
    app.set_help_all_flag("--help-all", "print the help of all verbs");  // last, so that verbs do not inherit it
  }
};

std::string meant(const std::string& word, const std::vector<std::string>& words) {
  const std::string near = settings::nearest(word, words);
  return near.empty() ? near : fmt::format("did you mean {}? ", near);
}

// Report the first unknown flag, even if other errors result from it.
void refuse_unknown_flags(const Program& program, const std::vector<std::string>& arguments) {
  const auto call = std::ranges::find(program.calls, arguments.front(), &Call::verb);
  if (call == program.calls.end()) return;
  std::vector<std::string> known{"--help", "--help-all", "--version"};
  for (const Flag& flag : program.flags[static_cast<std::size_t>(call - program.calls.begin())])
    known.insert(known.end(), flag.names.begin(), flag.names.end());
  for (const std::string& word : arguments) {
    const std::string name = word.substr(0, word.find('='));
    if (name == "--") return;
    if (!name.starts_with("--") || std::ranges::find(known, name) != known.end()) continue;
    throw Error(Exit::bad_input, name, fmt::format("is not a flag of undine {}", call->verb),
                fmt::format("{}see undine {} --help", meant(name, known), call->verb));
  }
}

// Moves the verb to the front, or inserts `run` if the line begins with a scene file.
void lead_with_verb(const Program& program, std::vector<std::string>& arguments) {
  const auto at = verb_place(program.flags, arguments);
  if (!at) return;
  const std::string& text = arguments[*at];
  const auto begin = arguments.begin() + static_cast<std::ptrdiff_t>(*at);
  if (std::ranges::find(program.calls, text, &Call::verb) != program.calls.end()) {
    std::rotate(arguments.begin(), begin, begin + 1);
    return;
  }
  std::error_code ignored;
  if (text.find_first_of("./") == std::string::npos && !std::filesystem::exists(text, ignored)) {
    std::vector<std::string> names;
    for (const Call& call : program.calls) names.emplace_back(call.verb);
    throw Error(Exit::bad_input, "", "'" + text + "' is neither a verb nor a scene file",
                meant(text, names) + "verbs: " + settings::joined(names));
  }
  arguments.insert(arguments.begin(), "run");
}

// The file of --json is optional: the word after it is the scene if the line has no other.
void json_last(const Program& program, std::vector<std::string>& arguments) {
  const auto at = std::ranges::find(arguments, "--json");
  if (arguments.front() != "fields" || at == arguments.end()) return;
  std::vector<std::string> others(arguments.begin() + 1, at);
  others.insert(others.end(), at + 1, arguments.end());
  const auto first = verb_place(program.flags, others);
  if (first && !verb_place(program.flags, std::span(others).subspan(*first + 1)))
    std::rotate(at, at + 1, arguments.end());
}

}  // namespace

std::span<const Verb> verbs() { return verb_table; }

std::vector<std::vector<Flag>> flags_of(std::span<const Verb> all) { return Program(all).flags; }

std::optional<std::size_t> verb_place(std::span<const std::vector<Flag>> flags, std::span<const std::string> words) {
  const auto takes_value = [&](const std::string& name) {
    for (const std::vector<Flag>& verb : flags)
      for (const Flag& flag : verb)
        if (std::ranges::find(flag.names, name) != flag.names.end()) return flag.takes.has_value();
    return false;
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() < 2 || words[i][0] != '-') return i;
    if (words[i].find('=') == std::string::npos && takes_value(words[i])) ++i;
  }
  return {};
}

std::string usage_text() {
  std::string verbs;
  for (const Verb& verb : verb_table) verbs += fmt::format("{}{}", verbs.empty() ? "" : ", ", verb.name);
  return fmt::format(R"(Undine: real-time water.

  undine SCENE.json                                      a window on a scene
  undine new pool                                        a small scene to begin with
  undine render SCENE.json --frames 120 --out x.mp4      a film, without a display
  undine simulate SCENE.json --steps 600 --stats s.json  solvers without a picture

Verbs: {}.
undine VERB --help lists the flags of a verb, undine --help all verbs.
)",
                     verbs);
}

std::optional<Call> parse_command_line(std::vector<std::string> arguments, std::span<const Verb> all) {
  Program program(all);
  if (arguments.empty()) throw Error(Exit::bad_input, "", "nothing to do", "undine SCENE.json, or see undine --help");
  lead_with_verb(program, arguments);
  json_last(program, arguments);
  const std::vector<std::string> given = arguments;
  std::ranges::reverse(arguments);  // CLI11 takes arguments from the back of a vector
  try {
    program.app.parse(std::move(arguments));
  } catch (const CLI::Success& answer) {
    program.app.exit(answer, std::cout, std::cerr);
    std::cout.flush();
    return std::nullopt;
  } catch (const CLI::ParseError& e) {
    refuse_unknown_flags(program, given);
    std::string name = "undine";
    for (const CLI::App* sub : program.app.get_subcommands()) name = "undine " + sub->get_name();
    throw Error(Exit::bad_input, "", e.what(), "see " + name + " --help");
  }
  return *std::ranges::find(program.calls, program.app.get_subcommands().front()->get_name(), &Call::verb);
}

void report(const Error& e) {
  const auto line = [](const char* text) { std::fprintf(stderr, "undine: error: %s\n", text); };
  const auto* several = dynamic_cast<const Errors*>(&e);
  if (!several) return line(e.what());
  for (const Error& one : several->all()) line(one.what());
  if (several->more()) line(Errors::rest().c_str());
}

static Exit run_program(std::vector<std::string> arguments) {
  const auto fail = [](const std::string& text) { report({Exit::failure, "", text}); };
  try {
    StandardOutput output;
    Exit code = Exit::done;
    // Without arguments, show the browser of scenes in a window.
    if (arguments.empty() && system::has_display()) arguments = {"run"};
    if (!arguments.empty() && arguments.front() == complete_verb) {
      std::cout << complete(verbs(), std::span(arguments).subspan(1));
    } else if (arguments.empty()) {
      std::cout << usage_text() << std::flush;
      throw Error(Exit::no_device, "", "a window needs a display, and there is none here",
                  "DISPLAY and WAYLAND_DISPLAY are empty; undine render needs none");
    } else if (const auto call = parse_command_line(std::move(arguments))) {
      const session::CommandLine& line = *call->line;
      log::set_level(line.quiet && line.log_level == "info" ? "warning" : line.log_level);
      show_progress(!line.quiet && log::level() <= log::Level::info);
      code = call->run();
    }
    std::cout.flush();
    return code;
  } catch (const Error& e) {
    report(e);
    return e.code();
  } catch (const std::bad_alloc&) {
    fail("out of memory (use smaller grids or pictures)");
  } catch (const std::exception& e) {
    fail(e.what());
  }
  return Exit::failure;
}

int main_cli(int argc, char** argv, std::string_view commit) {
  set_commit(commit);
  system::set_up_streams();
  session::catch_signals();
  renderdoc::keep_folder();
  try {
    int code = static_cast<int>(run_program(system::arguments(argc, argv)));
    if (code == 0 && session::interrupted()) code = 128 + session::interruption();  // shell convention for signals
    if (!gpu::left_behind()) return code;
    std::fflush(nullptr);
    std::_Exit(code);
  } catch (const ClosedPipe&) {
    system::end_by_closed_pipe();
  }
}

}  // namespace undine::cli

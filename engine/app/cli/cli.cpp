#include "engine/app/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "engine/app/cli/standard_output.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/renderdoc.h"
#include "engine/app/session/signals.h"
#include "engine/core/errors.h"
#include "engine/core/log.h"
#include "engine/gpu/device.h"

namespace undine::cli {
namespace {

constexpr std::array verb_table{
    Verb{"run", "open a window on a scene (also: undine SCENE)", verb_run},
    Verb{"render", "draw pictures or a film of a scene, without a display", verb_render},
    Verb{"simulate", "run a scene's solvers without a picture and write their fields", verb_simulate},
    Verb{"bench", "time scenes and solvers on the GPU beside native code", verb_bench},
    Verb{"graph", "print a scene's planned render graph; needs no GPU", verb_graph},
    Verb{"check", "check scenes, their graphs and shaders; needs no GPU", verb_check},
    Verb{"devices", "list the Vulkan devices", verb_devices},
    Verb{"fields", "list the fields of a scene that can be dumped; needs no GPU", verb_fields},
    Verb{"schema", "print the JSON schema of scene files", verb_schema},
    Verb{"completion", "print a completion script for a shell", verb_completion},
    Verb{"man", "print the manual page (undine man | man -l -)", verb_man},
};

constexpr std::string_view exit_codes =
    "Exit codes: 0 done, 1 failure while running, 2 bad arguments or scene, 3 no usable device or no display, "
    "4 validation messages.";

constexpr std::int64_t most = std::int64_t{1} << 40;  // frames and steps: far over any use, far from overflow

CLI::Option* count(CLI::App& app, const std::string& flag, std::uint64_t& value, std::int64_t least,
                   const std::string& help) {
  auto read = [&value, flag, least](const std::string& text) {
    std::int64_t number = 0;
    if (!CLI::detail::lexical_cast(text, number) || number < least || number > most)
      throw CLI::ValidationError(flag, fmt::format("{} is not a whole number from {} to {}", text, least, most));
    value = static_cast<std::uint64_t>(number);
  };
  return app.add_option_function<std::string>(flag, read, help)->type_name("N");
}

void scene_file(CLI::App& app, session::CommandLine& line) {
  auto read = [&line](const std::string& file) { line.scenes = {file}; };
  app.add_option_function<std::string>("scene", read, "scene file (JSON)")->required()->type_name("SCENE.json");
}

void scene_flags(CLI::App& app, session::CommandLine& line) {
  app.add_option("--set", line.set, "override a value of the scene, e.g. water.0.damping=0.2; repeatable")
      ->allow_extra_args(false)
      ->type_name("PATH=VALUE");
  app.add_option("--seed", line.seed, "seed of everything random in the scene")->type_name("N");
}

void shader_flags(CLI::App& app, session::CommandLine& line) {
  app.add_flag("--no-alias", line.no_alias, "give every transient resource memory of its own");
  app.add_flag("--no-cache", line.no_cache, "ignore shader and pipeline caches");
  app.add_option("--shaders", line.shaders, "folder of the shaders to use")->type_name("DIR");
}

void queue_flag(CLI::App& app, session::CommandLine& line) {
  app.add_option("--queues", line.queues, "1, or 2: waters step on a second queue of the device beside the picture [1]")
      ->type_name("N")
      ->check(CLI::Range(1, 2));
}

void device_flags(CLI::App& app, session::CommandLine& line) {
  queue_flag(app, line);
  app.add_option("--gpu", line.gpu, "device, as `undine devices` lists them")->type_name("INDEX|NAME");
  app.add_flag("--validation", line.validation,
               "run under the Vulkan validation layer; any message makes the exit code 4");
  app.add_flag("--shader-messages", line.shader_messages,
               "log what shaders print with debugPrintfEXT (see docs/developing.md)");
  app.add_flag("--breadcrumbs", line.breadcrumbs, "if the device is lost, name the node of the graph that it was at");
  app.add_flag_function(
      "--hud,!--no-hud", [&line](std::int64_t count) { line.hud = count > 0; },
      "draw figures and controls over the picture; in a window they are on unless --no-hud");
  if (app.get_name() != "bench")
    app.add_option("--capture-frame", line.capture_frame, "capture frame N (simulate: step N) with RenderDoc")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber);
  if (app.get_name() != "bench")
    app.add_flag("--nan-guard", line.nan_guard,
                 "stop at the first field value that is not finite and write the fields of that step");
  app.add_option("--trace", line.trace, "write a Chrome/Perfetto trace")->type_name("FILE.json");
}

void picture_size(CLI::App& app, session::CommandLine& line) {
  auto read = [&line](const std::string& text) {
    unsigned x = 0, y = 0;
    char rest = 0;
    if (text.find_first_not_of("0123456789x") != std::string::npos || text.size() > 11 ||
        std::sscanf(text.c_str(), "%ux%u%c", &x, &y, &rest) != 2 || x < 1 || y < 1 || x > 16384 || y > 16384)
      throw CLI::ValidationError("--size", text + " is not WIDTHxHEIGHT with 1 to 16384 pixels each");
    line.size = {x, y};
  };
  app.add_option_function<std::string>("--size", read, "size of the picture in pixels [960x540]")->type_name("WxH");
}

void view_flags(CLI::App& app, session::CommandLine& line) {
  app.add_option("--view", line.view,
                 fmt::format("{}; a field of `undine fields`; NODE.BINDING of `undine graph`: a resource as that node "
                             "leaves it, the last of its path or the one that NODE#2.BINDING counts [final]",
                             fmt::join(view_names, ", ")))
      ->type_name("VIEW");
  auto way = [&line](const std::string& text) { line.how.surface = text == "surface"; };
  app.add_option_function<std::string>("--view-as", way,
                                       "paint a field on the water's surface or show a map from above [surface]")
      ->check(CLI::IsMember({"surface", "map"}));
  app.add_option(
         "--component", line.how.component,
         "of a field of vectors: magnitude, x, y or z; of an image: x, y, z, w or length [magnitude, or colours]")
      ->type_name("NAME");
  app.add_option("--colormap", line.how.map,
                 fmt::format("colours of a field or resource: {} [what suits it]", fmt::join(color_maps, ", ")))
      ->type_name("NAME");
  auto read = [&line](const std::string& text) {
    glm::dvec2 range{};
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos || !CLI::detail::lexical_cast(text.substr(0, colon), range.x) ||
        !CLI::detail::lexical_cast(text.substr(colon + 1), range.y) || !std::isfinite(range.x) ||
        !std::isfinite(range.y) || !(range.x < range.y))
      throw CLI::ValidationError("--range", text + " is not LO:HI, two numbers of which the second is larger");
    line.how.range = range;
  };
  app.add_option_function<std::string>("--range", read, "values at the ends of a field's colours [least:largest]")
      ->type_name("LO:HI");
  PeekShow& peek = line.how.peek;
  app.add_option("--slice", peek.slice, "of an image that --view NODE.BINDING names: its layer or slice [0]")
      ->type_name("N");
  app.add_option("--mip", peek.mip, "of such an image: its mip [0]")->type_name("N");
  app.add_option("--row", peek.row, "of a buffer that --view NODE.BINDING names: numbers a row [what fits]")
      ->type_name("N");
  app.add_option("--words", peek.words,
                 fmt::format("of such a buffer: {} [as its format says]", fmt::join(word_kinds, ", ")))
      ->check(CLI::IsMember(std::vector<std::string>(word_kinds.begin(), word_kinds.end())))
      ->type_name("KIND");
}

void json_flag(CLI::App& app, session::CommandLine& line) {
  auto read = [&line](const std::vector<std::string>& file) {
    line.as_json = true;
    if (!file.empty()) line.json = file.front();
  };
  app.add_option_function<std::vector<std::string>>("--json", read, "as JSON, to FILE or on standard output")
      ->expected(0, 1)
      ->type_name("[FILE.json]");
}

void define_verb(CLI::App& app, session::CommandLine& line) {
  const std::string& verb = app.get_name();
  bool text_only = verb == "devices" || verb == "schema" || verb == "completion" || verb == "man";
  bool one_scene = verb != "bench" && verb != "check" && !text_only;
  bool on_device = verb == "run" || verb == "render" || verb == "simulate" || verb == "bench";
  if (one_scene) scene_file(app, line);
  if (verb == "check")
    app.add_option("scenes", line.scenes, "scene files (JSON)")->required()->type_name("SCENE.json...");
  if (verb == "bench") app.add_option("scenes", line.scenes, "scene files (JSON)")->type_name("SCENE.json...");

  if (verb == "run" || verb == "render" || verb == "graph" || verb == "check") view_flags(app, line);
  if (verb == "run") {
    picture_size(app, line);
    count(app, "--frames", line.frames, 1, "close after N frames");
    app.add_flag("--vsync,!--no-vsync", line.vsync, "show pictures in step with the display (key V)");
    app.add_flag("--fullscreen", line.fullscreen, "fill the screen (key F11)");
  }
  if (verb == "render") {
    count(app, "--frames", line.frames, 1, "number of frames [1]")->default_str("");
    count(app, "--first", line.first, 0, "write no frame before frame N; they count from 0 [0]")->default_str("");
    picture_size(app, line);
    app.add_option("--out", line.out, "dir/%05d.png, one x.png (the last frame) or x.mp4; .exr, .npy: linear radiance")
        ->required()
        ->type_name("PATH");
    app.add_option("--stats", line.stats, "write figures of the steps that were drawn")->type_name("FILE.json");
    app.add_flag("--watch", line.watch, "render again whenever the scene file or a shader changes");
  }
  if (verb == "simulate") {
    count(app, "--steps", line.steps, 0, "number of clock steps")->required();
    count(app, "--every", line.every, 1, "dump and record every N steps; adds the step to file names");
    app.add_option("--dump", line.dumps, "write a field or a mesh (see `undine fields`); repeatable")
        ->allow_extra_args(false)
        ->type_name("FIELD=FILE.npy|ply");
    app.add_option("--stats", line.stats, "write figures of the steps")->type_name("FILE.json");
  }
  if (verb == "bench") {
    picture_size(app, line);
    app.add_option("--case", line.filter, "only cases whose solver and name contain this")->type_name("TEXT");
    app.add_option("--json", line.json, "also write the figures")->type_name("FILE.json");
    app.add_flag("--quick", line.quick, "fewer repetitions and no large cases");
  }
  if (verb == "devices" || verb == "fields") json_flag(app, line);
  if (verb == "graph") {
    app.add_option("--format", line.format, "text, dot, svg or json [text]")
        ->check(CLI::IsMember({"text", "dot", "svg", "json"}));
    app.add_option("--frame", line.frame, "steady or first [steady]")->check(CLI::IsMember({"first", "steady"}));
    picture_size(app, line);
    queue_flag(app, line);
  }
  if (verb == "completion")
    app.add_option("shell", line.shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  if (!text_only) scene_flags(app, line);
  if (on_device || verb == "graph" || verb == "check") shader_flags(app, line);
  if (on_device) device_flags(app, line);
  app.add_option("--log-level", line.log_level, "trace, debug, info, warn, error or off [info]")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}));
}

bool takes_value(const CLI::App& app, const std::string& flag) {
  for (const CLI::App* sub : app.get_subcommands({})) {
    const CLI::Option* option = sub->get_option_no_throw(flag);
    if (option) return option->get_items_expected_max() > 0 && option->get_type_size() != 0;
  }
  return false;
}

// Moves the verb to the front, or puts `run` there when a scene file stands in its place.
void lead_with_verb(const CLI::App& app, std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string text = arguments[i];
    if (text.size() > 1 && text[0] == '-') {
      if (text.find('=') == std::string::npos && takes_value(app, text)) ++i;
      continue;
    }
    if (std::ranges::any_of(verb_table, [&](const Verb& v) { return v.name == text; })) {
      std::rotate(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                  arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return;
    }
    std::error_code ignored;
    if (text.find_first_of("./") == std::string::npos && !std::filesystem::exists(text, ignored)) {
      std::string names;
      for (const Verb& verb : verb_table) names += (names.empty() ? "" : ", ") + std::string(verb.name);
      throw Error(Exit::bad_input, "", "'" + text + "' is neither a verb nor a scene file", "verbs: " + names);
    }
    arguments.insert(arguments.begin(), "run");
    return;
  }
}

// The file of --json may be left out: what stands behind it is the scene where there is no other one.
void json_last(const CLI::App& app, std::vector<std::string>& arguments) {
  const auto at = std::ranges::find(arguments, "--json");
  if (arguments.front() != "fields" || at == arguments.end()) return;
  std::size_t names = 0;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string& text = arguments[i];
    if (text.size() < 2 || text[0] != '-')
      ++names;
    else if (text != "--json" && text.find('=') == std::string::npos && takes_value(app, text))
      ++i;
  }
  if (names == 1) std::rotate(at, at + 1, arguments.end());
}

Exit execute(const session::CommandLine& line) {
  if (line.capture_frame) {
    renderdoc::require("--capture-frame");
    const std::uint64_t last = line.verb == "simulate" ? line.steps + 1 : line.frames;
    if (last > 0 && static_cast<std::uint64_t>(*line.capture_frame) >= last)
      throw Error(Exit::bad_input, fmt::format("--capture-frame {}", *line.capture_frame), "comes after the run's end",
                  line.verb == "simulate" ? "steps count from 1" : "frames count from 0");
  }
  for (const Verb& verb : verb_table)
    if (verb.name == line.verb) return verb.run(line);
  throw Error(Exit::bad_input, "", "no verb given", "see undine --help");
}

}  // namespace

std::span<const Verb> verbs() { return verb_table; }

std::unique_ptr<CLI::App> make_cli(session::CommandLine& line) {
  auto app = std::make_unique<CLI::App>("Undine: real-time water.", "undine");
  app->set_version_flag("--version", "undine " UNDINE_VERSION, "print the version");
  app->footer(std::string(exit_codes));
  app->require_subcommand(1);
  for (const Verb& verb : verb_table) {
    CLI::App* sub = app->add_subcommand(std::string(verb.name), std::string(verb.help));
    sub->set_version_flag("--version", "undine " UNDINE_VERSION, "print the version");
    sub->footer(std::string(exit_codes));
    define_verb(*sub, line);
  }
  return app;
}

std::optional<session::CommandLine> parse_command_line(std::vector<std::string> arguments) {
  session::CommandLine line;
  auto app = make_cli(line);
  if (arguments.empty()) throw Error(Exit::bad_input, "", "nothing to do", "undine SCENE.json, or see undine --help");
  lead_with_verb(*app, arguments);
  json_last(*app, arguments);
  std::ranges::reverse(arguments);  // CLI11 takes a vector from its back
  try {
    app->parse(std::move(arguments));
  } catch (const CLI::Success& answer) {
    app->exit(answer, std::cout, std::cerr);
    std::cout.flush();
    return std::nullopt;
  } catch (const CLI::ParseError& e) {
    const CLI::App* failed = app.get();
    for (const CLI::App* sub : app->get_subcommands()) failed = sub;
    std::string name = failed == app.get() ? "undine" : "undine " + failed->get_name();
    throw Error(Exit::bad_input, "", e.what(), "see " + name + " --help");
  }
  line.verb = app->get_subcommands().front()->get_name();
  if (line.verb == "render") line.frames = std::max<std::uint64_t>(line.frames, 1);
  return line;
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
    const auto line = parse_command_line(std::move(arguments));
    Exit code = Exit::done;
    if (line) {
      log::set_level(line->log_level);
      code = execute(*line);
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

int main_cli(int argc, char** argv) {
  session::catch_signals();
  renderdoc::keep_folder();
  try {
    const int code = static_cast<int>(run_program({argv + std::min(argc, 1), argv + argc}));
    if (!gpu::left_behind()) return code;
    std::fflush(nullptr);
    std::_Exit(code);
  } catch (const ClosedPipe&) {
    end_by_closed_pipe();
  }
}

}  // namespace undine::cli

#include <iostream>

#include "engine/app/cli/progress.h"
#include "engine/app/cli/verbs.h"
#include "engine/app/session/frames.h"
#include "engine/app/session/signals.h"
#include "engine/files/files.h"
#include "engine/settings/settings_json.h"

namespace undine::cli {
namespace {

// scenes/*.json includes the schema of scenes.
bool is_schema(const std::filesystem::path& file) {
  try {
    return settings::is_json_schema(settings::parse_json(files::read_file(file, settings::max_bytes), file.string()));
  } catch (const Error&) {
    return false;  // loading it reports the error
  }
}

Exit check(const session::CommandLine& line) {
  Exit result = Exit::done;
  Progress progress("scene", line.scenes.size());
  std::uint64_t done = 0;
  for (const std::filesystem::path& file : line.scenes) {
    if (session::interrupted()) break;
    progress.begin(done++, file.filename().string());
    if (is_schema(file)) {
      progress.clear();
      std::cout << file.string() << ": a JSON schema, no scene: left out" << std::endl;
      continue;
    }
    try {
      session::Session session(load_scene(file, line.overrides(), line.assets), line, {.picture = true});
      check_view(line.view, line.how, session.world().fields());
      session::plan_everything(session);
      progress.clear();
      std::cout << file.string() << ": ok" << std::endl;
    } catch (const Error& e) {
      progress.clear();
      report(e);
      result = Exit::bad_input;
    }
  }
  return result;
}

}  // namespace

Call verb_check(Flags& flags) {
  auto line = std::make_shared<session::CommandLine>();
  flags.add("scenes", line->scenes, "scene files (JSON)", {.as = "SCENE.json...", .required = true});
  view_flags(flags, *line);
  scene_flags(flags, *line);
  shader_flags(flags, *line);
  return call(line, check);
}

}  // namespace undine::cli

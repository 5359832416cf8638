// `undine new KIND`: writes a small example scene.
#include <fmt/format.h>

#include <iostream>

#include "engine/app/cli/new_scenes.h"
#include "engine/app/cli/verbs.h"
#include "engine/files/files.h"

namespace undine::cli {
namespace {

namespace fs = std::filesystem;

struct NewLine : session::CommandLine {
  std::string kind;
  fs::path out;
};

Exit write_new(const NewLine& line) {
  const fs::path file = line.out.empty() ? fs::path(line.kind + ".json") : line.out;
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored)))
    throw Error(Exit::bad_input, file.string(), "exists and is not overwritten", "give another --out FILE.json");
  if (file.extension() != ".json")
    throw Error(Exit::bad_input, "--out " + file.string(), "does not end in .json", "scenes are JSON files");
  files::prepare_file(file);
  files::write_file(file, new_scene(line.kind));
  std::cout << fmt::format("{} written: undine {}\n", file.string(), file.string());
  const fs::path schema = file.parent_path() / "scene.schema.json";
  if (fs::exists(fs::symlink_status(schema, ignored))) return Exit::done;
  files::write_file(schema, scene_schema());
  std::cout << schema.string() << " written: editors know the scene's values by it\n";
  return Exit::done;
}

}  // namespace

Call verb_new(Flags& flags) {
  auto line = std::make_shared<NewLine>();
  flags.add("kind", line->kind, "starter scene: fountain, river, tank or pool",
            {.words = {new_scene_kinds.begin(), new_scene_kinds.end()}, .required = true});
  flags.add("--out", line->out, "scene file to write, which must not exist [KIND.json]", {.as = "FILE.json"});
  return call(line, write_new);
}

}  // namespace undine::cli

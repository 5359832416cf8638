// `undine import LEVEL`: converts a level of another program to a scene.
#include <fmt/format.h>

#include <iostream>

#include "engine/app/cli/progress.h"
#include "engine/app/cli/verbs.h"
#include "engine/files/files.h"
#include "engine/scene/parts.h"
#include "engine/scene/scene.h"

namespace undine::cli {
namespace {

namespace fs = std::filesystem;

struct ImportLine : session::CommandLine {
  fs::path level, out;
  std::string camera;
  double light_scale = 1.0 / 683;
};

Exit import(const ImportLine& line) {
  const fs::path file = line.out.empty() ? fs::path(line.level).replace_extension(".json") : line.out;
  std::error_code ignored;
  if (!fs::is_regular_file(line.level, ignored))
    throw Error(Exit::bad_input, line.level.string(), "is not a file", "a level, .gltf or .glb");
  if (fs::exists(fs::symlink_status(file, ignored)))
    throw Error(Exit::bad_input, file.string(), "exists and is not overwritten", "give another --out FILE.json");
  if (file.extension() != ".json")
    throw Error(Exit::bad_input, "--out " + file.string(), "does not end in .json", "scenes are JSON files");
  if (!(line.light_scale >= 0 && line.light_scale <= 1e6))
    throw Error(Exit::bad_input, fmt::format("--light-scale {}", line.light_scale), "is out of range", "0 to 1000000");
  if (!parts().import_level) throw Error(Exit::failure, "import", "this program has no part for it");
  const fs::path folder = fs::weakly_canonical(fs::absolute(file)).parent_path();
  const fs::path name = fs::canonical(line.level).lexically_relative(folder);
  if (name.empty() || *name.begin() == "..")
    throw Error(Exit::bad_input, line.level.string(), "does not lie in the folder of " + file.string(),
                "a scene beside its level or above it, for scenes name files in their own folder");
  Progress progress("stage", 2);
  progress.begin(0, "reading " + line.level.filename().string());
  const ImportedLevel level = parts().import_level({.model = line.level,
                                                    .model_name = name.generic_string(),
                                                    .camera = line.camera,
                                                    .light_scale = line.light_scale});
  progress.begin(1, "checking " + file.filename().string());
  parse_scene(level.scene, file);  // reports errors of extras before writing anything
  progress.clear();
  files::prepare_file(file);
  files::write_file(file, level.scene);
  for (const std::string& note : level.notes) std::cerr << line.level.string() << ": " << note << "\n";
  std::cout << fmt::format("{} written: undine {}\n", file.string(), file.string());
  const fs::path schema = file.parent_path() / "scene.schema.json";
  if (!fs::exists(fs::symlink_status(schema, ignored))) files::write_file(schema, scene_schema());
  return Exit::done;
}

}  // namespace

Call verb_import(Flags& flags) {
  auto line = std::make_shared<ImportLine>();
  flags.add("level", line->level, "the level, .gltf or .glb", {.as = "LEVEL.glb", .required = true});
  flags.add("--out", line->out, "the scene's file, which must not exist [LEVEL.json]", {.as = "FILE.json"});
  flags.add("--camera", line->camera, "the camera to take, by its name [the first]", {.as = "NAME"});
  flags.add("--light-scale", line->light_scale,
            "intensity of lights over the file's candela and lux [1/683: Blender's watts]", {.as = "FACTOR"});
  return call(line, import);
}

}  // namespace undine::cli

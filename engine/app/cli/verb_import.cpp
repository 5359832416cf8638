// `undine import FILE`: converts a level of another program, or the ground of a real place, to a scene.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>

#include "engine/app/cli/import_terrain.h"
#include "engine/app/cli/progress.h"
#include "engine/app/cli/verbs.h"
#include "engine/files/files.h"
#include "engine/files/raster.h"
#include "engine/scene/parts.h"
#include "engine/scene/scene.h"

namespace undine::cli {
namespace {

namespace fs = std::filesystem;

struct ImportLine : session::CommandLine {
  fs::path level, out;
  std::string camera;
  glm::uvec2 cells{0, 0};
  double light_scale = 1.0 / 683;
};

Exit import(const ImportLine& line) {
  const fs::path file = line.out.empty() ? fs::path(line.level).replace_extension(".json") : line.out;
  std::error_code ignored;
  if (!fs::is_regular_file(line.level, ignored))
    throw Error(Exit::bad_input, line.level.string(), "is not a file",
                "a level, .gltf or .glb, or ground, .tif or .asc");
  if (fs::exists(fs::symlink_status(file, ignored)))
    throw Error(Exit::bad_input, file.string(), "exists and is not overwritten", "give another --out FILE.json");
  if (file.extension() != ".json")
    throw Error(Exit::bad_input, "--out " + file.string(), "does not end in .json", "scenes are JSON files");
  if (!(line.light_scale >= 0 && line.light_scale <= 1e6))
    throw Error(Exit::bad_input, fmt::format("--light-scale {}", line.light_scale), "is out of range", "0 to 1000000");
  const bool ground = files::is_raster(line.level);
  if (!ground && line.cells != glm::uvec2(0))
    throw Error(Exit::bad_input, "--cells", "is for ground alone", "a .tif or .asc");
  if (!parts().import_level) throw Error(Exit::failure, "import", "this program was built without importers");
  const fs::path folder = fs::weakly_canonical(fs::absolute(file)).parent_path();
  const fs::path name = fs::canonical(line.level).lexically_relative(folder);
  if (name.empty() || *name.begin() == "..")
    throw Error(Exit::bad_input, line.level.string(), "does not lie in the folder of " + file.string(),
                "a scene beside its level or above it, for scenes name files in their own folder");
  Progress progress("stage", 2);
  progress.begin(0, "reading " + line.level.filename().string());
  const ImportedLevel level = ground ? import_terrain(line.level, name.generic_string(), line.cells)
                                     : parts().import_level({.model = line.level,
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
  flags.add("level", line->level, "level (.gltf or .glb) or ground (.tif or .asc)", {.as = "FILE", .required = true});
  flags.add("--out", line->out, "scene file to write, which must not exist [FILE with the ending .json]",
            {.as = "FILE.json"});
  const auto read = [line](const std::string& text) {
    unsigned x = 0, z = 0;
    char rest = 0;
    if (text.find_first_not_of("0123456789x") != std::string::npos || text.size() > 11 ||
        std::sscanf(text.c_str(), "%ux%u%c", &x, &z, &rest) != 2 || x < 2 || z < 2 || x > 16384 || z > 16384)
      throw std::invalid_argument(text + " is not NXxNZ with 2 to 16384 columns each");
    line->cells = {x, z};
  };
  flags.add("--cells", read, "columns of the water on an imported terrain [one per cell, at most 512 per side]",
            {.as = "NXxNZ"});
  flags.add("--camera", line->camera, "name of the camera to use [the first]", {.as = "NAME"});
  flags.add("--light-scale", line->light_scale,
            "factor from the file's candela and lux to intensities [1/683: Blender's watts]", {.as = "FACTOR"});
  return call(line, import);
}

}  // namespace undine::cli

#include "engine/scene/scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/core/hash.h"
#include "engine/core/inputs.h"
#include "engine/files/files.h"
#include "engine/scene/scene_defaults.h"
#include "engine/scene/scene_include.h"
#include "engine/scene/terrain.h"
#include "engine/settings/settings_override.h"
#include "engine/settings/settings_reader.h"
#include "engine/settings/settings_writer.h"

namespace undine {
namespace {

constexpr std::int64_t format_version = 1;

// Checks the version of a scene file. A newer version ends the reading, because its keys may have other meanings.
void check_version(const settings::Json& root, const settings::Source& source, settings::Reader& reader) {
  std::string reads = fmt::format("Undine {} reads version {}", UNDINE_VERSION, format_version);
  auto at = root.find("version");
  if (at == root.end()) return reader.note({Exit::bad_input, source.where(""), "\"version\" is missing", reads});
  if (!at->is_number_integer()) return;  // the reader says what is wrong with it
  bool newer = at->is_number_unsigned() && at->get<std::uint64_t>() > std::uint64_t{format_version};
  if (newer) {
    throw Error(Exit::bad_input, source.where("/version"), at->dump() + " is newer than this program", reads);
  }
}

// A JSON schema, such as scenes/scene.schema.json, is no scene, although it lies among them.
void refuse_schema(const settings::Json& root, const settings::Source& source) {
  if (settings::is_json_schema(root))
    throw Error(Exit::bad_input, source.name, "is a JSON schema, not a scene", "give a scene that names it");
}

// A value of a material that there is not would be one that nothing wears.
void check_material(const settings::Json& root, const settings::Override& change) {
  constexpr std::string_view begin = "materials.";
  const std::size_t end = change.path.find('.', begin.size());
  if (!change.path.starts_with(begin) || end == std::string::npos) return;
  const std::string name = change.path.substr(begin.size(), end - begin.size());
  std::vector<std::string> names;
  if (const auto materials = root.find("materials"); materials != root.end() && materials->is_object())
    for (const auto& [key, value] : materials->items())
      if (value.is_object()) names.push_back(settings::printable(key));
  if (std::ranges::find(names, settings::printable(name)) != names.end()) return;
  const std::string near = settings::nearest(name, names);
  throw Error(Exit::bad_input,
              fmt::format("--set {}={}", settings::printable(change.path), settings::printable(change.value)),
              fmt::format("the scene has no material \"{}\"", settings::printable(name)),
              names.empty() ? "it has none by name"
                            : fmt::format("{}allowed: {}", near.empty() ? near : "did you mean \"" + near + "\"? ",
                                          settings::joined(names)));
}

// The sea around the terrain is the last water.
void surround(Scene& scene) {
  if (!scene.terrain_settings || !scene.terrain_settings->surroundings.sea) return;
  WaterEntry sea;
  sea.name = "surroundings";
  while (std::ranges::find(scene.water, sea.name, &WaterEntry::name) != scene.water.end()) sea.name += "_";
  sea.solver = "sea";
  sea.settings = scene.terrain_settings->surroundings.sea;
  scene.water.push_back(std::move(sea));
}

}  // namespace

Scene load_scene(const std::filesystem::path& file, const std::vector<settings::Override>& overrides,
                 const std::filesystem::path& assets) {
  const std::string text = files::read_file(file, settings::max_bytes);
  note_input(file);
  return parse_scene(text, file, overrides, assets);
}

Scene parse_scene(std::string_view text, const std::filesystem::path& file,
                  const std::vector<settings::Override>& overrides, const std::filesystem::path& assets) {
  std::error_code ignored;
  if (!assets.empty() && !std::filesystem::is_directory(assets, ignored))
    throw Error(Exit::bad_input, "--assets " + assets.string(), "is not a folder");
  settings::Source source{file.string(), file.parent_path(), {}, assets};
  settings::Json root = settings::parse_json(text, source.name);
  Hash hash;
  hash.text(text);
  for (const std::string& included : include_scenes(root, file, source)) hash.text(included);
  for (const settings::Override& change : overrides) {
    if (root.is_object()) {
      check_material(root, change);
      settings::apply_override(root, change, source);
    }
    hash.text(change.path);
    hash.text(change.value);
  }
  refuse_schema(root, source);
  settings::Reader reader(root, source);
  check_version(root, source, reader);
  Scene scene;
  Problems problems;
  problems.attempt([&] { reader.read(scene); });
  if (scene.terrain_settings && !scene.terrain_settings->heightmap.empty())
    problems.attempt([&] {
      scene.terrain = load_heightmap(*scene.terrain_settings, source.where("/terrain/heightmap"));
      glm::dvec2& size = scene.terrain_settings->size;
      if (size.x == 0 || size.y == 0) size = scene.terrain->size + 2.0 * scene.terrain->margin;  // as the file tells
    });
  problems.raise();
  scene.file = file;
  scene.assets = assets;
  scene.hash = hash.value();
  const double length = glm::length(scene.sun.direction);
  if (std::abs(length - 1) > 1e-12) scene.sun.direction /= length;  // a saved direction stays as it is, to the bit
  if (scene.name.empty()) scene.name = file.stem().string();
  complete_scene(scene, !root.contains("meshes"),
                 !root.contains("camera") || !(root["camera"].contains("eye") || root["camera"].contains("target")));
  surround(scene);
  return scene;
}

bool surrounds(const Scene& scene, const WaterEntry& water) {
  return scene.terrain_settings && water.settings && scene.terrain_settings->surroundings.sea == water.settings;
}

std::string save_scene(Scene& scene) {
  std::optional<WaterEntry> around;  // is in "terrain"
  if (!scene.water.empty() && surrounds(scene, scene.water.back())) {
    around = std::move(scene.water.back());
    scene.water.pop_back();
  }
  std::string text = settings::Writer(scene.file.parent_path(), scene.assets)
                         .write(scene)
                         .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                     "\n";
  if (around) scene.water.push_back(std::move(*around));
  return text;
}

std::string save_camera(CameraSettings& camera) {
  settings::Writer::Ordered part{{"version", format_version}};
  part["camera"] = settings::Writer({}).write(camera);
  return part.dump(2) + "\n";
}

}  // namespace undine

#include "engine/app/scene.h"
#include <fmt/format.h>
#include <fstream>
#include "engine/app/settings_override.h"
#include "engine/app/settings_reader.h"
#include "engine/app/settings_schema.h"
#include "engine/app/settings_writer.h"
#include "engine/app/terrain.h"
#include "engine/core/error.h"
#include "engine/core/hash.h"

namespace undine {
namespace {

constexpr std::int64_t format_version = 1;

std::string read_scene(const std::filesystem::path& file) {
  namespace fs = std::filesystem;
  auto refuse = [&](const std::string& what, const std::string& remedy) {
    return Error(Exit::bad_input, file.string(), what, remedy);
  };
  std::error_code error;
  fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) throw refuse("the scene does not exist", error ? error.message() : "");
  if (!fs::is_regular_file(status)) throw refuse("not a regular file", "allowed: a scene file");
  auto size = fs::file_size(file, error);
  if (error) throw refuse("its size is not known", error.message());
  if (size > settings::max_bytes) {
    throw refuse(fmt::format("the file holds {} bytes", size), fmt::format("allowed: up to {}", settings::max_bytes));
  }
  std::ifstream in(file, std::ios::binary);
  std::string text(static_cast<std::size_t>(size), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!in.is_open() || in.bad()) throw refuse("the file cannot be read", "is it yours to read?");
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

void check_version(const settings::Json& root, const settings::Source& source) {
  std::string reads = fmt::format("Undine {} reads version {}", UNDINE_VERSION, format_version);
  auto at = root.find("version");
  if (at == root.end()) throw Error(Exit::bad_input, source.where(""), "\"version\" is missing", reads);
  if (!at->is_number_integer()) return;   // the reader says what is wrong with it
  bool newer = at->is_number_unsigned() && at->get<std::uint64_t>() > std::uint64_t{format_version};
  if (newer) {
    throw Error(Exit::bad_input, source.where("/version"), at->dump() + " is newer than this program", reads);
  }
}

}  // namespace

Scene load_scene(const std::filesystem::path& file, const std::vector<Override>& overrides) {
  return parse_scene(read_scene(file), file, overrides);
}

Scene parse_scene(std::string_view text, const std::filesystem::path& file, const std::vector<Override>& overrides) {
  settings::Source source{file.string(), file.parent_path(), {}};
  settings::Json root = settings::parse_json(text, source.name);
  Hash hash;
  hash.text(text);
  for (const Override& change : overrides) {
    if (root.is_object()) settings::apply_override(root, change, source);
    hash.text(change.path);
    hash.text(change.value);
  }
  settings::Reader reader(root, source);
  check_version(root, source);
  Scene scene;
  reader.read(scene);
  scene.file = file;
  scene.hash = hash.value();
  scene.sun.direction = glm::normalize(scene.sun.direction);
  if (scene.name.empty()) scene.name = file.stem().string();
  if (scene.terrain_settings) {
    scene.terrain = load_heightmap(*scene.terrain_settings, source.where("/terrain/heightmap"));
  }
  return scene;
}

std::string save_scene(Scene& scene) {
  return settings::Writer(scene.file.parent_path())
             .write(scene)
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

std::string scene_schema() {
  Scene scene;
  nlohmann::ordered_json out{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Undine scene"}};
  out.update(settings::Schema().schema_of(scene));
  return out.dump(2) + "\n";
}

}  // namespace undine

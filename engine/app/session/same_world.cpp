#include "engine/app/session/same_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "engine/files/archive.h"
#include "engine/files/files.h"
#include "engine/files/uri.h"
#include "engine/settings/settings_writer.h"

namespace undine::session {
namespace {

using Json = nlohmann::ordered_json;

// Removes keys that affect only rendering.
void drop_picture(Json& scene) {
  for (const char* key : {"camera", "sun", "sky", "lights", "render", "name", "about", "help", "$schema"})
    scene.erase(key);
  if (scene.contains("clock")) scene["clock"].erase("steps_per_frame");
  if (scene.contains("terrain"))
    for (const char* key : {"look", "surroundings"})
      if (scene["terrain"].contains(key) && scene["terrain"][key].value("shape", "") != "sea")
        scene["terrain"].erase(key);
  for (const char* list : {"water", "meshes", "bodies", "fish", "leaves"})
    for (Json& one : scene.contains(list) ? scene[list] : Json::array())
      for (const char* key : {"look", "material"}) one.erase(key);
}

// Pointer of the first difference, with both values.
std::optional<std::string> difference_at(const Json& then, const Json& now, const std::string& at) {
  const auto text = [](const Json* value) { return value ? value->dump().substr(0, 60) : std::string("absent"); };
  const auto differs = [&](const std::string& key, const Json* a, const Json* b) -> std::optional<std::string> {
    if (a && b) return difference_at(*a, *b, at + "/" + key);
    return fmt::format("{}: {} there, {} here", at + "/" + key, text(a), text(b));
  };
  if (then == now) return {};
  if (then.is_object() && now.is_object()) {
    for (const auto& [key, value] : then.items())
      if (auto found = differs(key, &value, now.contains(key) ? &now[key] : nullptr)) return found;
    for (const auto& [key, value] : now.items())
      if (!then.contains(key)) return differs(key, nullptr, &value);
  } else if (then.is_array() && now.is_array()) {
    for (std::size_t i = 0; i < std::max(then.size(), now.size()); ++i)
      if (auto found =
              differs(std::to_string(i), i < then.size() ? &then[i] : nullptr, i < now.size() ? &now[i] : nullptr))
        return found;
  }
  return fmt::format("{}: {} there, {} here", at, text(&then), text(&now));
}

// A .gltf stores its triangles in other files.
std::string bytes_of(const std::filesystem::path& file) {
  std::string out = files::read_file(file);
  if (file.extension() != ".gltf") return out;
  const Json model = Json::parse(out, nullptr, false);
  if (!model.is_object() || !model.contains("buffers") || !model["buffers"].is_array()) return out;
  for (const Json& buffer : model["buffers"]) {
    if (!buffer.is_object() || !buffer.contains("uri") || !buffer["uri"].is_string()) continue;
    const auto uri = buffer["uri"].get<std::string>();
    if (!uri.starts_with("data:")) out += files::read_file(files::uri_file(file.parent_path(), uri));
  }
  return out;
}

class FileWriter : public settings::Writer {
 public:
  using Writer::Writer;

 private:
  void file(std::string_view name, std::filesystem::path& v, const settings::Spec&) override {
    if (v.empty()) return;
    const std::string bytes = bytes_of(v);
    put(name, Json{{"file", v.filename().string()}, {"bytes", bytes.size()}, {"crc32", files::crc32_of(bytes)}});
  }
};

// Removes everything except files; true if there is one.
bool keep_files(Json& json) {
  if (json.is_object() && json.contains("crc32")) return true;
  if (!json.is_structured()) return false;
  bool any = false;
  for (auto at = json.begin(); at != json.end();) {
    const bool kept = keep_files(*at);
    any = any || kept;
    if (!kept && json.is_array()) *at = nullptr;  // null keeps the indices of later elements
    if (kept || json.is_array()) {
      ++at;
    } else {
      at = json.erase(at);
    }
  }
  return any;
}

}  // namespace

std::optional<std::string> difference(const Json& then, const Json& now) { return difference_at(then, now, ""); }

std::optional<std::string> world_difference(const std::string& then, const std::string& now) {
  Json a = Json::parse(then), b = Json::parse(now);
  drop_picture(a);
  drop_picture(b);
  return difference(a, b);
}

Json files_of(Scene& scene) {
  Json out = FileWriter(scene.file.parent_path(), scene.assets).write(scene);
  drop_picture(out);
  if (!keep_files(out)) out = Json::object();
  return out;
}

}  // namespace undine::session

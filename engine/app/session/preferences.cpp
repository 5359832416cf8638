#include "engine/app/session/preferences.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/core/log.h"
#include "engine/core/system.h"
#include "engine/files/files.h"
#include "engine/shader/library.h"

namespace undine::session {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t most_recent = 12;

}  // namespace

void Preferences::opened(const fs::path& scene) {
  std::error_code ignored;
  if (scene.empty() || !fs::is_regular_file(scene, ignored)) return;
  const fs::path file = fs::weakly_canonical(scene, ignored);
  std::erase(recent, file);
  recent.insert(recent.begin(), file);
  if (recent.size() > most_recent) recent.resize(most_recent);
}

fs::path scenes_folder() { return shader::Library::default_root().parent_path() / "scenes"; }

fs::path preferences_file() {
  const fs::path folder = system::config_folder();
  return folder.empty() ? fs::path() : folder / "window.json";
}

Preferences read_preferences(const fs::path& file) {
  Preferences out;
  std::error_code ignored;
  if (file.empty() || !fs::is_regular_file(file, ignored)) return out;
  try {
    const auto json = nlohmann::json::parse(files::read_file(file));
    for (const auto& [name, corner] : json.at("panels").items()) {
      const glm::dvec2 at(corner.at(0).get<double>(), corner.at(1).get<double>());
      if (std::isfinite(at.x) && std::isfinite(at.y)) out.panels[name] = at;
    }
    for (const auto& scene : json.at("recent"))
      if (out.recent.size() < most_recent) out.recent.emplace_back(scene.get<std::string>());
  } catch (const std::exception& e) {
    log::debug("{}: {}", file.string(), e.what());
  }
  return out;
}

void write_preferences(const Preferences& preferences, const fs::path& file) {
  if (file.empty()) return;
  nlohmann::ordered_json panels = nlohmann::ordered_json::object(), recent = nlohmann::ordered_json::array();
  for (const auto& [name, corner] : preferences.panels) panels[name] = {corner.x, corner.y};
  for (const fs::path& scene : preferences.recent) recent.push_back(scene.string());
  try {
    files::prepare_file(file);
    files::write_file(file, nlohmann::ordered_json{{"panels", panels}, {"recent", recent}}.dump(1) + "\n");
  } catch (const std::exception& e) {
    log::debug("{}: {}", file.string(), e.what());
  }
}

}  // namespace undine::session

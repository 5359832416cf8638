// Window settings that persist between runs: moved panels and recent scenes.
#pragma once
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

namespace undine::session {

struct Preferences {
  std::map<std::string, glm::dvec2> panels;   // upper left corners of moved ones, pixels at text scale 1
  std::vector<std::filesystem::path> recent;  // scene files, absolute, newest first

  void opened(const std::filesystem::path& scene);
};

std::filesystem::path scenes_folder();  // scenes that ship with Undine

// XDG_CONFIG_HOME/undine/window.json or ~/.config/undine/window.json; empty: the user has neither folder.
std::filesystem::path preferences_file();
// Empty if the file is missing or damaged.
Preferences read_preferences(const std::filesystem::path& file);
// Logs failures.
void write_preferences(const Preferences& preferences, const std::filesystem::path& file);

}  // namespace undine::session

// The verbs that print what shells and man read.
#include <CLI/App.hpp>
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/app/cli/cli_info.h"
#include "engine/app/cli/verbs.h"
#include "engine/scene/scene.h"
#include "engine/settings/settings_json.h"

namespace undine::cli {
namespace {

// Paths of all leaves; of lists the first element stands for all.
void collect(const nlohmann::json& schema, const std::string& path, std::vector<std::string>& out) {
  const auto below = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  bool leaf = true;
  for (const char* alternatives : {"oneOf", "anyOf"})
    if (schema.contains(alternatives))
      for (const auto& one : schema[alternatives])
        if (one.contains("properties")) {
          collect(one, path, out);
          leaf = false;
        }
  if (schema.contains("properties")) {
    for (const auto& [name, value] : schema["properties"].items())
      if (!name.starts_with('$') && name != settings::help_key) collect(value, below(name), out);
    leaf = false;
  }
  if (schema.contains("items") && (schema["items"].contains("properties") || schema["items"].contains("oneOf"))) {
    collect(schema["items"], below("0"), out);
    leaf = false;
  }
  if (leaf) out.push_back(path);
}

std::vector<std::string> setting_paths() {
  std::vector<std::string> out;
  collect(nlohmann::json::parse(scene_schema()), "", out);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

CliInfo own_cli() {
  session::CommandLine line;
  return describe_cli(*make_cli(line));
}

}  // namespace

Exit verb_completion(const session::CommandLine& line) {
  std::cout << completion_script(own_cli(), line.shell, setting_paths());
  return Exit::done;
}

Exit verb_man(const session::CommandLine&) {
  std::cout << man_page(own_cli());
  return Exit::done;
}

}  // namespace undine::cli
